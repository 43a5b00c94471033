import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SignInLinks } from '@galley/auth';
import { systemClock } from '@galley/kernel';
import { TestBrowser, type TestPage } from '@galley/testing';
import { password, totpCode, type TestServer } from '../fixtures.ts';
import { addPasskey } from '../people/passkeys.fixtures.ts';
import { configOf } from '../sign-in/fixtures.ts';
import { OidcProviderServer } from '../sign-in/oidc-provider.fixtures.ts';
import { addSession, expectNarrow, expectUsable, signIn, startWithAdmin } from './fixtures.ts';
import { addAuthenticator, atLocalhost } from './passkeys.fixtures.ts';

const home = '/__admin/';
let browser: TestBrowser;
let provider: OidcProviderServer;
let server: TestServer;

beforeAll(async () => {
  [browser, provider] = await Promise.all([TestBrowser.start(), OidcProviderServer.start()]);
  server = await startWithAdmin({
    files: { 'galley.yaml': configOf({ company: provider.config({ label: 'Example account' }) }) },
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

const button = (page: TestPage, name: string) => page.getByRole('button', { name, exact: true });

describe('the confirmation of a session', () => {
  test('takes the password, says when it is wrong, and then does what was asked', async () => {
    await using page = await browser.open(server);
    page.expects(401);
    page.expects(403);
    await addSession(page, server, 'editor');
    await server.database.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(Date.now() - 11 * 60_000) })
      .where('username', '=', 'editor')
      .execute();
    await page.goto(`${home}account`);
    await button(page, 'Set up').click();
    const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
    const field = dialog.getByLabel('Password', { exact: true });
    await field.waitFor();
    expect(await field.getAttribute('autocomplete')).toBe('current-password');
    await field.fill('not the password');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await expectUsable(page, 'step-up-wrong');
    await expectNarrow(page);
    await field.fill(password);
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByRole('dialog', { name: 'Set up two-factor authentication' }).waitFor();
  });

  test('can be cancelled, and nothing happens', async () => {
    await using page = await browser.open(server);
    page.expects(403);
    await addSession(page, server, 'author');
    await server.database.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(Date.now() - 11 * 60_000) })
      .where('username', '=', 'author')
      .execute();
    await page.goto(`${home}account`);
    await button(page, 'Set up').click();
    await page.getByRole('dialog', { name: 'Confirm your password' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByText('Scan this code').count()).toBe(0);
  });
});

describe('ADD-SSO-8: the page of a sign-in link', () => {
  async function linkFor(username: string): Promise<string> {
    const links = new SignInLinks({ db: server.database.db, clock: systemClock });
    const { token } = await links.issue(username);
    return `${home}sign-in#${token}`;
  }

  const refusal = 'This link is wrong, has been used, or is older than 15 minutes.';

  async function expectRefused(page: TestPage, link: string): Promise<void> {
    // The fragment alone would not load the page again.
    await page.goto('about:blank');
    await page.goto(link);
    await button(page, 'Sign in').click();
    await page.getByRole('alert').filter({ hasText: 'sign-in-link' }).waitFor();
  }

  test('signs in once, at the press of a button', async () => {
    await using page = await browser.open(server);
    page.expects(401);
    page.expects(403);
    const link = await linkFor('reviewer');
    await page.goto(link);
    await page.getByRole('heading', { name: 'Sign in with your link' }).waitFor();
    await expectUsable(page, 'sign-in-link');
    await expectNarrow(page);
    await button(page, 'Sign in').click();
    await button(page, 'reviewer').waitFor();
    await page.context().clearCookies();
    await expectRefused(page, link);
    await page.getByText(refusal).waitFor();
    await expectUsable(page, 'sign-in-link-refused');
    await expectNarrow(page);
  });

  test('refuses wrong and expired links, and the address without a link is the form', async () => {
    await using page = await browser.open(server);
    page.expects(401);
    page.expects(403);
    await expectRefused(page, `${home}sign-in#wrong`);
    const link = await linkFor('reviewer');
    await server.database.db
      .updateTable('one_time_tokens')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('purpose', '=', 'sign_in')
      .execute();
    await expectRefused(page, link);
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await page.getByLabel('User name', { exact: true }).waitFor();
  });

  test('still asks for the second factor', async () => {
    const owner = await server.signedInAs({ username: 'fay', role: 'author' });
    const { secret } = await owner.enableFactor();
    await using page = await browser.open(server);
    page.expects(401);
    page.expects(403);
    await page.goto(await linkFor('fay'));
    await button(page, 'Sign in').click();
    const code = page.getByLabel('Code or recovery code');
    await code.fill('000000');
    await button(page, 'Confirm').click();
    await page.getByRole('alert').waitFor();
    await code.fill(totpCode(secret, 1));
    await button(page, 'Confirm').click();
    await button(page, 'fay').waitFor();
  });
});

describe('the sign-in page', () => {
  test('separates the providers, also at the step of the code', async () => {
    await (await server.signedInAs({ username: 'gus', role: 'author' })).enableFactor();
    await using page = await browser.open(server);
    page.expects(401);
    await page.goto(`${home}sign-in`);
    const lines = page.getByText('or', { exact: true });
    await button(page, 'Continue with Example account').waitFor();
    expect(await lines.count()).toBe(1);
    await signIn(page, 'gus');
    await page.getByLabel('Code', { exact: true }).waitFor();
    expect(await lines.count()).toBe(1);
    await expectUsable(page, 'sign-in-code');
    await expectNarrow(page);

    await using near = await browser.open(atLocalhost(server));
    near.expects(401);
    await near.goto(`${home}sign-in`);
    const shown = near.getByText('or', { exact: true });
    await button(near, 'Sign in with a passkey').waitFor();
    expect(await shown.count()).toBe(1);
    await signIn(near, 'gus');
    await near.getByLabel('Code', { exact: true }).waitFor();
    expect(await shown.count()).toBe(1);
  });

  test('speaks of the first account only until it exists', async () => {
    await using page = await browser.open(server);
    page.expects(401);
    await page.goto(`${home}sign-in`);
    await page.getByText('Can’t sign in? Ask an administrator for a new link.').waitFor();
    expect(await page.getByText('First time here?').count()).toBe(0);

    await using fresh = await startWithAdmin({ example: true, environment: {} });
    await fresh.database.db.deleteFrom('users').execute();
    await using first = await browser.open(fresh);
    first.expects(401);
    await first.goto(`${home}sign-in`);
    await first.getByText('First time here?').waitFor();
    await expectUsable(first, 'sign-in-first');
  });

  test('does not offer a refused passkey again at once', async () => {
    await server.addUser({ username: 'hal', role: 'author' });
    await using page = await browser.open(atLocalhost(server));
    page.expects(401);
    const authenticator = await addAuthenticator(page);
    await page.goto(`${home}account`);
    await signIn(page, 'hal');
    await button(page, 'Add passkey').click();
    await button(page, 'Continue').click();
    await page.getByText('I’ve saved these codes').click();
    await button(page, 'Done').click();
    await page.getByText('Never used').waitFor();
    // The authenticator keeps the passkey, as that of a person would.
    await server.database.db.deleteFrom('credentials').where('kind', '=', 'passkey').execute();
    await page.context().clearCookies();
    const asked: string[] = [];
    page.on('request', (request) => {
      const [, part] = /\/passkeys\/(.*)$/.exec(request.url()) ?? [];
      if (part !== undefined) asked.push(part);
    });
    const refused = page.waitForResponse(/passkeys\/sign-in$/);
    await page.goto(`${home}sign-in`);
    await refused;
    await page.getByRole('alert').waitFor();
    // Another offer would have asked before this request.
    await page.evaluate("fetch('/__admin/api/sign-in').then(({ status }) => status)");
    expect(asked).toEqual(['sign-in-options', 'sign-in']);
    await authenticator.answers(false);
  });
});

test('the page of a person says that a passkey signs them in', async () => {
  const owner = await server.signedInAs({ username: 'ivy', role: 'author' });
  await addPasskey(owner, { name: 'Key' });
  await using page = await browser.open(server);
  await addSession(page, server, 'ada');
  await page.goto(`${home}people/ivy`);
  await page
    .getByText('They sign in with a passkey, or with their password and a passkey.')
    .waitFor();
  expect(await page.getByText('with their password only').count()).toBe(0);
  await expectUsable(page, 'person-passkey-factor');
});
