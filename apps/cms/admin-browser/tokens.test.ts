import { TestBrowser, type TestPage } from '@galley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../fixtures.ts';
import { AdminClient } from '../people.fixtures.ts';
import { addSession, expectNarrow, expectUsable, startWithAdmin } from './fixtures.ts';

const home = '/__admin/';
let browser: TestBrowser;
let server: TestServer;
let ada: AdminClient;

beforeAll(async () => {
  [browser, server] = await Promise.all([TestBrowser.start(), startWithAdmin()]);
  ada = new AdminClient(await server.signedIn());
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function open(path: string) {
  const page = await browser.open(server);
  await addSession(page, server, 'ada');
  await page.goto(home + path);
  return page;
}

async function statusOf(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await server.visitor().get('/__admin/api/capabilities', headers)).status;
}

async function secretIn(page: TestPage): Promise<string> {
  const dialog = page.getByRole('dialog');
  const token = await dialog.getByLabel('Token', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'I’ve saved the token' }).click();
  return token;
}

test('ADD-SVC-1, ADD-SVC-6: an administrator creates a service account, rotates its token and deletes the account', async () => {
  await using page = await open('service-accounts');
  await page.getByText('No service accounts yet').waitFor();
  await page.getByRole('button', { name: 'New service account' }).click();
  const form = page.getByRole('dialog', { name: 'New service account' });
  await form.getByLabel('Account name').fill('agenda');
  await form.getByLabel('Name', { exact: true }).fill('Agenda import');
  await form.getByLabel('Purpose').fill('Imports the agenda every night.');
  await expectUsable(page, 'new-service-account');
  await form.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Agenda import' }).waitFor();

  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByLabel('Name', { exact: true }).fill('Cron');
  await dialog.getByText('All permissions of the owner').click();
  await dialog.getByLabel('Allowed addresses').fill('127.0.0.1\nexample.org');
  page.expects(422);
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await dialog.getByText('Must be an IP address or a network', { exact: true }).waitFor();
  await dialog.getByLabel('Allowed addresses').fill('127.0.0.1, ::1');
  await expectUsable(page, 'service-token');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('heading', { name: 'Token “Cron”' }).waitFor();
  const first = await secretIn(page);
  expect(await statusOf(first)).toBe(200);

  await page.getByRole('button', { name: 'Rotate token: Cron' }).click();
  await page.getByText('You get a new secret for the same token.').waitFor();
  await expectUsable(page, 'rotate-token');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('heading', { name: 'Token “Cron”' }).waitFor();
  const second = await secretIn(page);
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
  await page.getByText('Old secret works until').waitFor();
  await expectUsable(page, 'service-account');
  await expectNarrow(page);
  await page.getByRole('button', { name: 'End old secret of Cron' }).click();
  await page.getByText('The old secret no longer works.').waitFor();
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);

  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  await page.getByText('Agenda import disabled.').waitFor();
  expect(await statusOf(second)).toBe(401);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Agenda import enabled.').waitFor();
  expect(await statusOf(second)).toBe(200);
  await page.getByRole('link', { name: 'All service accounts' }).click();
  await page.getByRole('table', { name: 'Service accounts' }).waitFor();
  await expectUsable(page, 'service-accounts');
  await expectNarrow(page);
  await page.getByRole('link', { name: 'Agenda import' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Agenda import deleted.').waitFor();
  expect(await statusOf(second)).toBe(401);
});

test('ADD-SVC-7, ADD-SVC-8: the overview filters tokens of everyone, revokes several and undoes it', async () => {
  const account = { username: 'feeds', name: 'Feeds', description: '', role: 'author' };
  await ada.postJson('/service-accounts/save', account);
  const made: string[] = [];
  for (const [name, more] of [
    ['Deploy', { expires_in_days: 10 }],
    ['Statistics', { scopes: ['documents.read'] }],
    ['Reader', { service: 'service:feeds', address_ranges: ['127.0.0.0/8', '2001:db8::/32'] }],
  ] as const) {
    const body = { name, scopes: ['*'], ...more };
    const { token } = await ada.postJson<{ token: string }>('/tokens/create', body);
    made.push(token);
  }
  await using page = await open('tokens');
  const table = page.getByRole('table', { name: 'All tokens' });
  await table.getByText('Statistics', { exact: true }).waitFor();
  await expectUsable(page, 'tokens');
  await expectNarrow(page);
  await page.getByRole('button', { name: /Expires/ }).click();
  await page.getByRole('option', { name: 'Expires within 14 days' }).click();
  await table.getByText('Statistics', { exact: true }).waitFor({ state: 'detached' });
  expect(await table.getByRole('row').count()).toBe(2);
  expect(new URL(page.url()).searchParams.get('ends')).toBe('"14"');
  await page.goto(`${home}tokens?kind=service`);
  await table.getByText('Reader', { exact: true }).waitFor();
  expect(await table.getByRole('row').count()).toBe(2);
  await page.goto(`${home}tokens?unused=90`);
  await page.getByText('No tokens found').waitFor();
  await page.getByRole('button', { name: 'Show all tokens' }).click();
  await table.getByRole('checkbox', { name: 'Select Deploy of ada' }).check({ force: true });
  await table.getByRole('checkbox', { name: 'Select Reader of Feeds' }).check({ force: true });
  await page.getByRole('button', { name: 'Revoke 2 tokens' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('2 tokens revoked.').waitFor();
  expect(await Promise.all(made.map(statusOf))).toEqual([401, 200, 401]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('2 tokens restored.').waitFor();
  expect(await Promise.all(made.map(statusOf))).toEqual([200, 200, 200]);
});

test('ADD-SVC-4: the history of a document shows a service account as such', async () => {
  const account = { username: 'wire', name: 'Wire', description: '', role: 'editor' };
  await ada.postJson('/service-accounts/save', account);
  const body = { name: 'Wire', scopes: ['*'], service: 'service:wire' };
  const { token } = await ada.postJson<{ token: string }>('/tokens/create', body);
  const made = await server
    .visitor()
    .post(
      '/__admin/api/documents/create',
      { type: 'post', lang: 'en', title: 'Sent', content: 'Text\n' },
      { authorization: `Bearer ${token}` },
    );
  const { path } = made.json<{ path: string }>();
  await using page = await open(`history/${path}`);
  await page.getByText('Wire (service account)').first().waitFor();
});
