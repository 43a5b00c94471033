import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { TestBrowser, TestMailServer, type ReceivedMail } from '@galley/testing';
import { password, type TestServer } from '../fixtures.ts';
import { AdminClient } from '../people.fixtures.ts';
import { addSession, expectNarrow, expectUsable, signIn, startWithAdmin } from './fixtures.ts';

let browser: TestBrowser;
let inbox: TestMailServer;
let server: TestServer;

beforeAll(async () => {
  [browser, inbox] = await Promise.all([TestBrowser.start(), TestMailServer.start()]);
  server = await startWithAdmin({
    files: {
      'galley.yaml': `mail: { smtp: { host: 127.0.0.1, port: ${inbox.port}, security: none }, from: news@example.org }\n`,
      'content/config/site.yaml': 'title: The Ledger\ntime_zone: Europe/Berlin\n',
    },
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await inbox[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

beforeEach(() => {
  inbox.mails.length = 0;
});

function mailTo(address: string, subject: RegExp = /./): Promise<ReceivedMail> {
  const isWanted = ({ to, headers }: ReceivedMail): boolean =>
    to.includes(address) && subject.test(headers['subject']!);
  return vi.waitUntil(() => inbox.mails.find(isWanted), { timeout: 30_000, interval: 20 });
}

const linkOf = ({ text }: ReceivedMail): string => /http:\/\/\S+/.exec(text)![0];

async function newEmail(username: string, email: string): Promise<void> {
  const set = server.database.db.updateTable('users').set({ email });
  await set.where('username', '=', username).execute();
}

test('ADD-ACC-4: a person changes their e-mail address, signs in to confirm it, and the earlier one undoes it', async () => {
  await newEmail('editor', 'ed@example.net');
  await using page = await browser.open(server);
  page.expects(401);
  await addSession(page, server, 'editor');
  await page.goto('/__admin/account');
  await page.getByText('Not confirmed').waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Profile' });
  const field = dialog.getByRole('textbox', { name: 'E-mail' });
  expect(await field.getAttribute('autocomplete')).toBe('email');
  await field.fill('new@example.net');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('new@example.net is waiting for confirmation.').waitFor();
  await expectUsable(page, 'account-email-pending');
  await expectNarrow(page);

  const notice = await mailTo('ed@example.net');
  await using visitor = await browser.open(server);
  visitor.expects(401);
  await visitor.goto(linkOf(await mailTo('new@example.net')));
  await signIn(visitor, 'editor');
  const confirm = visitor.getByRole('button', { name: 'Confirm address' });
  await confirm.waitFor();
  await expectUsable(visitor, 'account-email-confirm');
  await confirm.click();
  await visitor.getByText('new@example.net is confirmed.').waitFor();
  await visitor.getByRole('button', { name: 'Your account' }).click();
  await visitor.getByText('Confirmed', { exact: true }).waitFor();

  await using earlier = await browser.open(server);
  earlier.expects(401);
  await earlier.goto(linkOf(notice));
  await expectUsable(earlier, 'account-email-keep');
  await expectNarrow(earlier);
  await earlier.getByRole('button', { name: 'Keep this address' }).click();
  await earlier.getByText('Your earlier e-mail address is back').waitFor();
  await expectUsable(earlier, 'account-email-kept');
  await earlier.getByRole('link', { name: 'Choose a new password' }).waitFor();

  earlier.expects(403);
  await earlier.goto(linkOf(notice));
  await earlier.reload();
  await earlier.getByRole('button', { name: 'Keep this address' }).click();
  await earlier.getByText('This link doesn’t work').waitFor();
  await expectUsable(earlier, 'account-email-link-invalid');
});

test('ADD-ACC-6, ADD-ACC-7: a person chooses a time zone and notifications, and unsubscribes from a message', async () => {
  const at = new Date();
  await server.database.db
    .updateTable('users')
    .set({ email: 'ray@example.net', email_verified_at: at })
    .where('username', '=', 'reviewer')
    .execute();
  await using page = await browser.open(server);
  await addSession(page, server, 'reviewer');
  await page.goto('/__admin/account');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  // Scrolling closes the list.
  await zone.scrollIntoViewIfNeeded();
  await zone.fill('Auckland');
  await page.getByRole('option', { name: 'Pacific/Auckland' }).click();
  await page.getByText('Saved.').first().waitFor();
  const session = page.getByText('This session').locator('xpath=ancestor::li');
  const shown = session.locator('time').last();
  const expected = (issued: string): string =>
    new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'Pacific/Auckland',
    }).format(new Date(issued));
  const issued = (await shown.getAttribute('datetime'))!;
  await expect.poll(() => shown.getAttribute('title')).toBe(expected(issued));

  const byMail = page.getByRole('checkbox', { name: 'Published: By e-mail' });
  expect(await byMail.isChecked()).toBe(false);
  await page.getByText('Published', { exact: true }).scrollIntoViewIfNeeded();
  await byMail.focus();
  await page.keyboard.press('Space');
  await expect.poll(() => byMail.isChecked()).toBe(true);
  await expectUsable(page, 'account-notices');
  await expectNarrow(page);

  const ada = new AdminClient(await server.signedIn());
  const body = { type: 'post', lang: 'en', title: 'Ink', slug: 'ink', content: 'A\n' };
  const { path } = await ada.postJson<{ path: string }>('/documents/create', body);
  const part = { action: 'assign', source_path: path, assignee: 'reviewer' };
  await ada.postJson('/documents/editorial', part);
  const mail = await mailTo('ray@example.net', /Assigned/);
  const address = new URL(/<([^>]+)>/.exec(mail.headers['list-unsubscribe']!)![1]!);
  await using visitor = await browser.open(server);
  visitor.expects(401);
  await visitor.goto(`${address.pathname}${address.search}`);
  await expectUsable(visitor, 'account-unsubscribe');
  await visitor.getByRole('button', { name: 'Unsubscribe' }).click();
  await visitor.getByText('You’re unsubscribed.').waitFor();
  await page.reload();
  const assigned = page.getByRole('checkbox', { name: 'Assigned to you: By e-mail' });
  await assigned.waitFor({ state: 'attached' });
  expect(await assigned.isChecked()).toBe(false);
});

test('ADD-ACC-5, ADD-ACC-8: a person sees a sign-in on a new device, and signs out everywhere', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'reviewer');
  await server.visitor().signIn({ username: 'reviewer', password });
  await page.goto('/__admin/notifications');
  const row = page.getByRole('link', { name: /Sign-in on a new device/ }).first();
  await row.waitFor();
  await expectUsable(page, 'account-new-device');
  await row.click();
  page.expects(401);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByText('You are signed out.').waitFor();
  const { db } = server.database;
  const left = db.selectFrom('sessions').select('id').where('username', '=', 'reviewer');
  expect(await left.execute()).toEqual([]);
});

test('ADD-ACC-9, ADD-ACC-10: a person downloads their data and deletes their account', async () => {
  const author = await server.signedInAs({ username: 'wim', role: 'author' });
  const body = { type: 'post', lang: 'en', title: 'Wim', slug: 'wim', content: 'A\n' };
  await new AdminClient(author).postJson('/documents/create', body);
  await using page = await browser.open(server);
  await addSession(page, server, 'wim');
  await page.goto('/__admin/account');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download your data' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('wim.zip');
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');

  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const remove = dialog.getByRole('button', { name: 'Delete account' });
  await dialog.getByLabel('Type your user name, wim').fill('wim');
  page.expects(422);
  await dialog.getByLabel('New owner of your documents').fill('nobody');
  await expectUsable(page, 'account-delete');
  await expectNarrow(page);
  await remove.click();
  await dialog.getByRole('alert').first().waitFor();
  await dialog.getByLabel('New owner of your documents').fill('ada');
  page.expects(401);
  await remove.click();
  await page.getByText('Your account is deleted.').waitFor();
  const { db } = server.database;
  const users = db.selectFrom('users').select('username').where('username', '=', 'wim');
  expect(await users.execute()).toEqual([]);
});
