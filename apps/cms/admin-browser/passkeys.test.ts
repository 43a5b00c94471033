import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import { admin, password, type TestServer } from '../fixtures.ts';
import { addPasskey } from '../people/passkeys.fixtures.ts';
import { addSession, expectNarrow, expectUsable, startWithAdmin } from './fixtures.ts';
import { addAuthenticator, atLocalhost } from './passkeys.fixtures.ts';

const home = '/__admin/';
let browser: TestBrowser;
let server: TestServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([TestBrowser.start(), startWithAdmin()]);
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const button = (page: TestPage, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

async function signInByPassword(page: TestPage, username: string): Promise<void> {
  await page.getByLabel('User name', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign in').click();
}

async function signOut(page: TestPage, name: string): Promise<void> {
  await button(page, name).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
}

async function keepCodes(page: TestPage): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  const codes = await list.getByRole('listitem').allTextContents();
  await page.getByText('I’ve saved these codes').click();
  await button(page, 'Done').click();
  await list.waitFor({ state: 'detached' });
  return codes;
}

/** In the first dialog of **Add passkey**. */
async function addNamed(page: TestPage, name: string): Promise<void> {
  await button(page, 'Add passkey').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await button(page, 'Continue').click();
  await page.getByText(`Passkey “${name}” added.`).waitFor();
}

async function forgetConfirmation(username: string): Promise<void> {
  const aged = server.database.db
    .updateTable('sessions')
    .set({ confirmed_at: new Date(Date.now() - 11 * 60_000) });
  await aged.where('username', '=', username).execute();
}

test('a passkey is added, signs in alone and after the password, confirms, and is removed (ADD-PKY-1, ADD-PKY-2, ADD-PKY-3)', async () => {
  await using page = await browser.open(atLocalhost(server));
  page.expects(401);
  page.expects(403);
  const authenticator = await addAuthenticator(page);
  await page.goto(`${home}account`);
  await signInByPassword(page, 'editor');
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  await button(page, 'Add passkey').click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Chrome on Linux');
  await expectUsable(page, 'passkey-add');
  await dialog.getByLabel('Name').fill('Work laptop');
  await button(page, 'Continue').click();
  const codes = await keepCodes(page);
  expect(codes).toHaveLength(10);
  const line = page.getByRole('listitem').filter({ hasText: 'Work laptop' });
  await line.getByText('On one device').waitFor();
  await line.getByText('Never used').waitFor();
  await button(page, 'Rename passkey: Work laptop').click();
  await dialog.getByLabel('Name').fill('Old laptop');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await page.getByText('Old laptop', { exact: true }).waitFor();
  await expectUsable(page, 'passkeys');
  await expectNarrow(page);
  expect(await authenticator.count()).toBe(1);

  await authenticator.answers(false);
  await signOut(page, 'editor');
  await button(page, 'Sign in with a passkey').waitFor();
  await expectUsable(page, 'sign-in-passkey');
  await expectNarrow(page);
  await authenticator.answers(true);
  await button(page, 'Sign in with a passkey').click();
  await button(page, 'editor').waitFor();

  await authenticator.answers(false);
  await signOut(page, 'editor');
  await signInByPassword(page, 'editor');
  await button(page, 'Use your passkey').waitFor();
  await expectUsable(page, 'sign-in-passkey-factor');
  await authenticator.answers(true);
  await button(page, 'Use your passkey').click();
  await button(page, 'editor').waitFor();

  await page.goto(`${home}account`);
  await page.getByText('Last used').first().waitFor();
  await forgetConfirmation('editor');
  await button(page, 'Remove passkey: Old laptop').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await button(page, 'Use a passkey instead').waitFor();
  await expectUsable(page, 'confirm-passkey');
  await button(page, 'Use a passkey instead').click();
  await page.getByText('No passkeys yet').waitFor();
  // It still holds the removed passkey, and would offer it again and again.
  await authenticator.answers(false);
  await signOut(page, 'editor');
  await signInByPassword(page, 'editor');
  await button(page, 'editor').waitFor();
});

test('a passkey is offered in the user name field (ADD-PKY-2)', async () => {
  await using page = await browser.open(atLocalhost(server));
  page.expects(401);
  const authenticator = await addAuthenticator(page);
  await page.goto(`${home}account`);
  await signInByPassword(page, 'author');
  await addNamed(page, 'Manager');
  await keepCodes(page);
  await authenticator.answers(false);
  const asked = page.waitForResponse(/passkeys\/sign-in-options$/);
  await signOut(page, 'author');
  await asked;
  const field = page.getByLabel('User name', { exact: true });
  expect(await field.getAttribute('autocomplete')).toBe('username webauthn');
});

describe('where a passkey is not used', () => {
  test('a cancelled prompt says so, and the password works', async () => {
    await using page = await browser.open(atLocalhost(server));
    page.expects(401);
    await page.addInitScript(
      'navigator.credentials.get = () => Promise.reject(new DOMException("", "NotAllowedError"))',
    );
    await page.goto(`${home}sign-in`);
    await button(page, 'Sign in with a passkey').click();
    await page.getByText('No passkey was used').waitFor();
    await expectUsable(page, 'sign-in-passkey-cancelled');
    await signInByPassword(page, 'reviewer');
    await button(page, 'reviewer').waitFor();
  });

  test('a browser without passkeys shows no button, and says why none can be added', async () => {
    await using page = await browser.open(atLocalhost(server));
    page.expects(401);
    await page.addInitScript('delete window.PublicKeyCredential');
    await page.goto(`${home}account`);
    await page.getByLabel('User name', { exact: true }).waitFor();
    expect(await button(page, 'Sign in with a passkey').count()).toBe(0);
    await signInByPassword(page, 'reviewer');
    const reason = 'This browser does not support passkeys.';
    await page.getByText(reason, { exact: true }).waitFor();
    expect(await button(page, /^Add passkey/).getAttribute('aria-disabled')).toBe('true');
  });

  test('another address of the server names the one where passkeys work (ADD-PKY-4)', async () => {
    await using page = await browser.open(server);
    await addSession(page, server, 'reviewer');
    await page.goto(`${home}account`);
    const reason = `Passkeys work only at ${atLocalhost(server).url}. Open the admin there to add one.`;
    await page.getByText(reason, { exact: true }).waitFor();
  });
});

test('keyboard alone adds a passkey and signs in with it', async () => {
  await server.addUser({ username: 'kay', role: 'author' });
  await using page = await browser.open(atLocalhost(server));
  page.expects(401);
  const authenticator = await addAuthenticator(page);
  await page.goto(`${home}account`);
  await signInByPassword(page, 'kay');
  await button(page, 'Add passkey').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('Name').waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Key');
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
  await keepCodes(page);
  await authenticator.answers(false);
  await signOut(page, 'kay');
  await page.getByLabel('Password', { exact: true }).focus();
  const isOnButton = async () =>
    page.evaluate<boolean>('document.activeElement.textContent === "Sign in with a passkey"');
  for (let presses = 0; presses < 6 && !(await isOnButton()); presses += 1)
    await page.keyboard.press('Tab');
  await authenticator.answers(true);
  await page.keyboard.press('Enter');
  await button(page, 'kay').waitFor();
});

test('a role requires a passkey before anything else (ADD-PKY-8)', async () => {
  await using strict = await startWithAdmin({
    config: { security: { require_passkey: ['author'] } },
  });
  await using page = await browser.open(atLocalhost(strict));
  page.expects(401);
  await addAuthenticator(page);
  await page.goto(`${home}documents`);
  await signInByPassword(page, 'author');
  await page.getByRole('heading', { name: 'Passkey required' }).waitFor();
  await expectUsable(page, 'passkey-due');
  await expectNarrow(page);
  await addNamed(page, 'Phone');
  await keepCodes(page);
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
});

test('an administrator sees and removes the passkeys of a person (ADD-PKY-9)', async () => {
  const owner = await server.signedInAs({ username: 'pat', role: 'author' });
  await addPasskey(owner, { name: 'Lost phone', isSynced: true });
  await using page = await browser.open(server);
  await addSession(page, server, admin.username);
  await page.goto(`${home}people/pat`);
  await page.getByText('Synced by a password manager').waitFor();
  await expectUsable(page, 'person-passkeys');
  await button(page, 'Remove passkey: Lost phone').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No passkeys.').waitFor();
});

test('a site with a host name takes passkeys at its https address (ADD-PKY-4)', async () => {
  const files = { 'content/config/site.yaml': 'url: https://news.example.org\n' };
  await using named = await startWithAdmin({ files });
  const origin = 'https://news.example.org';
  await using page = await browser.open({ url: origin });
  page.expects(401);
  // In place of the proxy that ends TLS: certificates of tests are not trusted.
  await page.route(`${origin}/**`, async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    // A stream has no end that `fetch` could wait for.
    if (pathname.endsWith('/api/changes')) return;
    const headers = { ...(await request.allHeaders()), host: 'news.example.org' };
    try {
      const response = await route.fetch({ url: named.url + pathname + search, headers });
      await route.fulfill({ response });
    } catch {
      // The page was closed while the request was under way.
    }
  });
  const authenticator = await addAuthenticator(page);
  await page.goto(`${home}account`);
  await signInByPassword(page, 'editor');
  await addNamed(page, 'Laptop');
  await keepCodes(page);
  await authenticator.answers(false);
  await signOut(page, 'editor');
  await button(page, 'Sign in with a passkey').waitFor();
  await authenticator.answers(true);
  await button(page, 'Sign in with a passkey').click();
  await button(page, 'editor').waitFor();
});
