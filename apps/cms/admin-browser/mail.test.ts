import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { TestBrowser, TestMailServer, type ReceivedMail } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import { addSession, expectNarrow, expectUsable, startWithAdmin } from './fixtures.ts';

let browser: TestBrowser;
let inbox: TestMailServer;
let server: TestServer;

beforeAll(async () => {
  [browser, inbox] = await Promise.all([TestBrowser.start(), TestMailServer.start()]);
  server = await startWithAdmin({
    files: {
      'galley.yaml': `mail: { smtp: { host: 127.0.0.1, port: ${inbox.port}, security: none }, from: news@example.org }\n`,
      'content/config/site.yaml': 'title: The Ledger\n',
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

function mailTo(address: string): Promise<ReceivedMail> {
  return vi.waitUntil(() => inbox.mails.find(({ to }) => to.includes(address)), {
    timeout: 30_000,
    interval: 20,
  });
}

/** Links lead to where the server listens, because the site has no public address. */
const linkOf = ({ text }: ReceivedMail): string => /http:\/\/\S+/.exec(text)![0];

test('ADD-MAIL-3, 4: a person is invited, chooses a password, forgets it and chooses another', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'ada');
  await page.goto(`/__admin/people`);
  await page.getByRole('button', { name: 'New person' }).click();
  const dialog = page.getByRole('dialog', { name: 'New person' });
  await dialog.getByLabel('User name').fill('bo');
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await dialog.getByText('Enter an e-mail address.').waitFor();
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill('bo@example.net');
  await expectUsable(page, 'mail-invite');
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('An invitation is on its way to bo@example.net.').waitFor();

  await using visitor = await browser.open(server);
  visitor.expects(401);
  await visitor.goto(linkOf(await mailTo('bo@example.net')));
  const choose = async (password: string): Promise<void> => {
    await visitor.getByLabel('New password').fill(password);
    await visitor.getByLabel('Repeat password').fill(password);
    await visitor.getByRole('button', { name: 'Set password' }).click();
    await visitor.getByText('Your new password is set.').waitFor();
  };
  await choose('nine grey herons');

  inbox.mails.length = 0;
  await visitor.getByRole('link', { name: 'Forgot your password?' }).click();
  const user = visitor.getByLabel('User name or e-mail');
  await user.fill(' ');
  await visitor.getByRole('button', { name: 'Send link' }).click();
  await visitor.getByText('Enter your user name or e-mail address.').waitFor();
  await user.fill('BO@example.net');
  await expectUsable(visitor, 'mail-forgotten');
  await expectNarrow(visitor);
  await visitor.getByRole('button', { name: 'Send link' }).click();
  await visitor.getByText('Check your e-mail').waitFor();
  await expectUsable(visitor, 'mail-forgotten-sent');
  await visitor.goto(linkOf(await mailTo('bo@example.net')));
  await choose('ten grey herons');
});

test('ADD-MAIL-6: the page shows the mail server and the messages, and sends a test', async () => {
  await using page = await browser.open(server);
  page.expects(422);
  await addSession(page, server, 'ada');
  inbox.refusals.push({ to: 'ivy@example.net', code: 550, text: 'No such user' });
  await page.goto(`/__admin/operations/mail`);
  await page.getByLabel('Recipient').fill('ivy@example.net');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const table = page.getByRole('table', { name: 'Messages' });
  const row = table.getByRole('row', { name: /Test ivy@example\.net/ });
  await row.getByText('Failed').waitFor();
  await row.getByText(/No such user/).waitFor();
  await expectUsable(page, 'mail-messages');
  await expectNarrow(page);
  await row.getByRole('button', { name: 'Send again: Test, ivy@example.net' }).click();
  await mailTo('ivy@example.net');
  await row.getByText('Sent', { exact: true }).waitFor();
  await page.getByLabel('Recipient').fill('nobody');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText(/must be an e-mail address/i).waitFor();
});

test('messages follow the language that the person chose in the admin', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await page.goto(`/__admin/account`);
  const saved = page.waitForResponse((response) => response.url().endsWith('/own/language'));
  await page.getByRole('button', { name: /editor/ }).click();
  await page.getByRole('menuitem', { name: 'Language: Deutsch' }).click();
  expect((await saved).status()).toBe(200);
  const { db } = server.database;
  const row = await db
    .selectFrom('users')
    .select('language')
    .where('username', '=', 'editor')
    .executeTakeFirstOrThrow();
  expect(row.language).toBe('de');
});
