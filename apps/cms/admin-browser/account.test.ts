import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import { admin, password, TestServer, totpCode } from '../fixtures.ts';
import { expectNarrow, expectUsable, addSession, startWithAdmin } from './fixtures.ts';

// Each test is a whole journey with several axe checks.

const home = '/__admin/';
const newPassword = 'violet harbour and a kettle';
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

async function fillSignIn(page: TestPage, username: string, typed: string): Promise<void> {
  await page.getByLabel('User name', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await button(page, 'Sign in').click();
}

async function signOut(page: TestPage, name: string): Promise<void> {
  await button(page, name).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
}

async function setUpFactor(page: TestPage, look = expectUsable) {
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const secret = await page.getByLabel('Or enter this key').inputValue();
  await look(page, 'factor-steps');
  await page.getByLabel('Code', { exact: true }).fill(totpCode(secret));
  await button(page, 'Turn on').click();
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  await look(page, 'recovery-codes');
  const codes = await list.getByRole('listitem').allTextContents();
  const downloading = page.waitForEvent('download');
  await button(page, 'Download').click();
  expect((await downloading).suggestedFilename()).toBe('galley-recovery-codes.txt');
  await page.keyboard.press('Escape');
  await expect
    .poll(() => page.getByRole('button', { name: /^Done/ }).getAttribute('aria-disabled'))
    .toBe('true');
  await page.getByText('I’ve saved these codes').click();
  await button(page, 'Done').click();
  await list.waitFor({ state: 'detached' });
  return { secret, codes };
}

describe('before the admin', () => {
  test('the first administrator signs up by the set-up link', async () => {
    await using fresh = await TestServer.start({ environment: {} });
    await using page = await browser.open(fresh);
    page.expects(401);
    page.expects(403);
    page.expects(422);
    await page.goto(`${home}setup#nonsense`);
    await page.getByLabel('User name').fill('eve');
    await page.getByLabel('Password', { exact: true }).fill(newPassword);
    await page.getByLabel('Repeat password').fill(newPassword);
    await button(page, 'Create account').click();
    await page.getByText('This set-up link does not work').waitFor();
    await page.goto(fresh.setupLink!);
    await page.getByLabel('User name').fill('Eve Adams');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByText('Strength: weak').waitFor();
    await button(page, 'Create account').click();
    await page.getByText('Use at least 12 characters.').waitFor();
    await expectUsable(page, 'setup');
    await page.getByLabel('Password', { exact: true }).fill(newPassword);
    await page.getByText('Strength: strong').waitFor();
    await page.getByLabel('Repeat password').fill(newPassword);
    await button(page, 'Create account').click();
    await page.getByText(/Must be a name of up to 64/).waitFor();
    await page.getByLabel('User name').fill('eve');
    await button(page, 'Create account').click();
    await button(page, 'eve').waitFor();
    expect(new URL(page.url()).hash).toBe('');
  });

  test('a reset link sets a password once', async () => {
    const client = await server.signedIn();
    const answer = await client.post('/__admin/api/users/reset-link', { username: 'reviewer' });
    const { path } = answer.json<{ path: string }>();
    await using page = await browser.open(server);
    page.expects(401);
    page.expects(403);
    await page.goto(path);
    await page.getByLabel('New password').fill(newPassword);
    await page.getByLabel('Repeat password').fill('something else again');
    await button(page, 'Set password').click();
    await page.getByText('The passwords don’t match.').waitFor();
    await expectUsable(page, 'reset');
    await page.getByLabel('Repeat password').fill(newPassword);
    await button(page, 'Set password').click();
    await page.getByText('Your new password is set.').waitFor();
    await expect.poll(() => page.getByLabel('User name').inputValue()).toBe('reviewer');
    await page.getByLabel('Password', { exact: true }).fill(newPassword);
    await button(page, 'Sign in').click();
    await button(page, 'reviewer').waitFor();

    await using other = await browser.open(server);
    other.expects(401);
    other.expects(403);
    await other.goto(path);
    await other.getByLabel('New password').fill(newPassword);
    await other.getByLabel('Repeat password').fill(newPassword);
    await button(other, 'Set password').click();
    await other.getByText('This link does not work').waitFor();
    await expectUsable(other, 'reset-broken');
  });

  test('a required second factor is set up before anything else', async () => {
    await using strict = await startWithAdmin({ config: { security: { require_mfa: true } } });
    await using page = await browser.open(strict);
    page.expects(401);
    await page.goto(`${home}documents`);
    await fillSignIn(page, 'author', password);
    await page.getByRole('heading', { name: 'Two-factor authentication required' }).waitFor();
    await expectUsable(page, 'factor-due');
    await button(page, 'Set up').click();
    await setUpFactor(page);
    await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  });

  test('too many failures show when to try again, in German as well', async () => {
    await using page = await browser.open(server, { locale: 'de-DE' });
    page.expects(401);
    page.expects(429);
    await page.goto(`${home}sign-in`);
    await page.getByLabel('Benutzername').fill('nobody.at.all');
    await page.getByLabel('Passwort', { exact: true }).fill('a wrong passphrase');
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const answered = page.waitForResponse(/\/api\/login$/);
      await button(page, 'Anmelden').click();
      await answered;
      await page.getByRole('alert').waitFor();
    }
    await page.getByText(/Versuchen Sie es um \d\d:\d\d Uhr noch einmal/).waitFor();
    await expectUsable(page, 'sign-in-locked');
  });
});

test('a second factor is set up, used with codes and recovery codes, and turned off', async () => {
  await using page = await browser.open(server);
  page.expects(401);
  await page.goto(`${home}account`);
  await fillSignIn(page, 'editor', 'not the password');
  await page.getByRole('alert').waitFor();
  await fillSignIn(page, 'editor', password);
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  await button(page, 'Set up').click();
  const { secret, codes } = await setUpFactor(page, async () => {});
  await page.getByText('Two-factor authentication is on.').waitFor();
  expect(codes).toHaveLength(10);

  await signOut(page, 'editor');
  await fillSignIn(page, 'editor', password);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await button(page, 'Sign in').click();
  await expect
    .poll(() => page.getByLabel('Code', { exact: true }).getAttribute('aria-invalid'))
    .toBe('true');
  await expectUsable(page, 'sign-in-code');
  await page.getByLabel('Code', { exact: true }).fill(totpCode(secret, 1));
  await button(page, 'Sign in').click();
  await button(page, 'editor').waitFor();

  await signOut(page, 'editor');
  await fillSignIn(page, 'editor', password);
  await button(page, 'Use a recovery code instead').click();
  await page.getByLabel('Recovery code', { exact: true }).fill(codes[0]!.toUpperCase());
  await button(page, 'Sign in').click();
  await button(page, 'editor').waitFor();

  await page.goto(`${home}account`);
  await button(page, 'Turn off').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('Two-factor authentication is off.').waitFor();
});

test('an author changes their own name and e-mail address', async () => {
  await server.addUser({ username: 'nele', role: 'author' });
  await using page = await browser.open(server);
  await addSession(page, server, 'nele');
  await page.goto(`${home}account`);
  await button(page, 'Edit').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Nele North');
  await dialog.getByLabel('E-mail').fill('nele@example.org');
  await expectUsable(page, 'own-profile');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('nele@example.org').waitFor();
  await button(page, 'Nele North').waitFor();
});

test('the account page changes the password, other sessions and the appearance', async () => {
  await server.addUser({ username: 'lena', role: 'author' });
  await using page = await browser.open(server);
  await using other = await browser.open(server);
  page.expects(401);
  other.expects(401);
  await addSession(page, server, 'lena');
  await addSession(other, server, 'lena');
  await other.goto(`${home}account`);
  await other.getByRole('button', { name: 'New token' }).waitFor();
  await page.goto(`${home}account`);
  const sessions = page
    .getByRole('region')
    .or(page.locator('section'))
    .filter({ hasText: 'Active sessions' });
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(2);
  await page.getByText('This session').waitFor();
  await expectUsable(page, 'account');
  await expectNarrow(page);
  await sessions.getByRole('button', { name: /^Revoke session/ }).click();
  await page.getByText('Session revoked.').waitFor();

  // The page resumes what was begun before the sign-in.
  await other.getByRole('button', { name: 'New token' }).click();
  await other.getByLabel('Name', { exact: true }).fill('Importer');
  await other.getByText('All my permissions, now and in the future').click();
  await other.getByRole('button', { name: 'Create token' }).click();
  const sheet = other.getByRole('dialog', { name: 'Sign in again' });
  await expectUsable(other, 'session-sheet');
  await sheet.getByLabel('Password', { exact: true }).fill(password);
  await sheet.getByRole('button', { name: 'Sign in' }).click();
  await other.getByRole('heading', { name: 'Token “Importer”' }).waitFor();
  const token = await other.getByLabel('Token', { exact: true }).inputValue();
  await expectUsable(other, 'token-made');
  const answer = await server
    .visitor()
    .get('/__admin/api/capabilities', { authorization: `Bearer ${token}` });
  expect(answer.json()).toMatchObject({ identity: { username: 'lena' } });
  await other.getByRole('button', { name: 'I’ve saved the token' }).click();
  await other.getByText('Importer', { exact: true }).waitFor();
  await other.getByRole('button', { name: 'Revoke token: Importer' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await other.getByText('Token revoked.').waitFor();

  await button(page, 'Change password').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill('not it at all');
  await dialog.getByLabel('New password').fill(newPassword);
  await dialog.getByLabel('Repeat password').fill(newPassword);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect
    .poll(() => dialog.getByLabel('Current password').getAttribute('aria-invalid'))
    .toBe('true');
  await dialog.getByText('Revoke all my tokens (API tokens: 0)').waitFor();
  expect(await dialog.getByRole('checkbox').isChecked()).toBe(true);
  await expectUsable(page, 'change-password');
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password changed').waitFor();
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1);

  await page.getByRole('button', { name: /Language/ }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Ihr Konto' }).waitFor();
});

test('token scopes are limited to the capabilities of the user', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, admin.username);
  await page.goto(`${home}account`);
  await button(page, 'New token').click();
  await page.getByLabel('Name', { exact: true }).fill('Reader <img src=x onerror=alert(1)>');
  await page.getByRole('checkbox', { name: 'Read', exact: true }).check({ force: true });
  await page.getByRole('checkbox', { name: 'Read: own documents only' }).check({ force: true });
  await page.getByRole('checkbox', { name: 'Media: all permissions' }).check({ force: true });
  await expectUsable(page, 'new-token');
  await expectNarrow(page);
  await button(page, 'Create token').click();
  await button(page, 'I’ve saved the token').click();
  await page
    .getByText('Documents: Read (own). Media: View, Upload and edit details, Delete and restore')
    .waitFor();
  await page.getByText('Reader <img src=x onerror=alert(1)>', { exact: true }).waitFor();
});
