import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import { password, totpCode, type TestServer } from '../fixtures.ts';
import { AdminClient } from '../people.fixtures.ts';
import { configOf } from '../sign-in/fixtures.ts';
import { OidcProviderServer } from '../sign-in/oidc-provider.fixtures.ts';
import { addSession, expectNarrow, expectUsable, startWithAdmin } from './fixtures.ts';

let browser: TestBrowser;
let provider: OidcProviderServer;
let server: TestServer;
let ada: AdminClient;

beforeAll(async () => {
  [browser, provider] = await Promise.all([TestBrowser.start(), OidcProviderServer.start()]);
  server = await startWithAdmin({
    files: {
      'galley.yaml': configOf({ company: provider.config({ label: 'Example account' }) }),
      'content/config/site.yaml': 'title: The Ledger\n',
    },
  });
  provider.serve(`${server.url}/__admin`);
  ada = new AdminClient(await server.signedIn());
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

/** The page of the provider. */
async function signInThere(page: TestPage, name: string): Promise<void> {
  await page.getByLabel('Login').fill(name);
  await page.getByRole('button', { name: 'Sign in there' }).click();
}

function accountMenu(page: TestPage, name: string) {
  return page.getByRole('button', { name, exact: true });
}

async function signOut(page: TestPage, name: string): Promise<void> {
  await accountMenu(page, name).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

const continueButton = { name: 'Continue with Example account' };

test('ADD-SSO-2, 3, 7: a person links a provider, signs out there, signs in with it, and removes it', async () => {
  await using page = await browser.open(server);
  page.expects(401);
  page.expectsServer(provider.issuer);
  await addSession(page, server, 'author');
  await page.goto('/__admin/account');
  await page.getByRole('button', { name: 'Link Example account' }).click();
  await signInThere(page, 'paula');
  await page.getByText('paula@example.org').first().waitFor();
  await expectUsable(page, 'account-linked');
  await expectNarrow(page);

  await signOut(page, 'author');
  await page.getByText('You are signed out.').waitFor();
  // The session at the provider goes on.
  await page.getByRole('button', continueButton).click();
  await signOut(page, 'author');
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.getByRole('button', continueButton).waitFor();
  await expectUsable(page, 'sign-in-providers');
  await expectNarrow(page);

  await page.getByRole('button', continueButton).click();
  await signInThere(page, 'paula');
  await accountMenu(page, 'author').waitFor();
  await page.goto('/__admin/account');
  await page.getByRole('button', { name: 'Remove Example account paula@example.org' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No sign-in is linked.').waitFor();
});

test('ADD-SSO-3, 6: an unknown person is told, an invited one signs in and enters the second factor', async () => {
  await using page = await browser.open(server);
  page.expects(401);
  page.expectsServer(provider.issuer);
  page.expects(403);
  await page.goto('/__admin/sign-in');
  await page.getByRole('button', continueButton).click();
  await signInThere(page, 'quinn');
  await page.getByText('There’s no account for this sign-in').waitFor();
  await expectUsable(page, 'sign-in-refused');
  await expectNarrow(page);

  await ada.savedUser('quinn');
  const { path } = await ada.postJson<{ path: string }>('/users/reset-link', { username: 'quinn' });
  await page.goto(path);
  await page.getByRole('button', continueButton).waitFor();
  await expectUsable(page, 'invitation-providers');
  await page.getByRole('button', continueButton).click();
  await accountMenu(page, 'quinn').waitFor();

  await ada.savedUser('quinn', { password });
  const quinn = server.visitor();
  await quinn.signIn({ username: 'quinn', password });
  const { recoveryCodes, secret } = await quinn.enableFactor();
  await page.goto('/__admin/sign-in');
  await page.getByRole('button', continueButton).click();
  const code = page.getByLabel('Code or recovery code');
  await code.fill(totpCode(secret, -5));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('alert').waitFor();
  await expectUsable(page, 'sign-in-factor');
  await expectNarrow(page);
  await code.fill(recoveryCodes[0]!);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await accountMenu(page, 'quinn').waitFor();
});

test('ADD-SSO-4, 9: administrators see and remove links, and reviewers see changes', async () => {
  await using page = await browser.open(server);
  await server.database.db
    .insertInto('identities')
    .values({
      id: 'shown',
      issuer: provider.issuer,
      subject: 'reviewer-1',
      username: 'reviewer',
      email: 'rosa@example.org',
      linked_at: new Date(),
    })
    .execute();
  await addSession(page, server, 'ada');
  await page.goto('/__admin/people/reviewer');
  await page.getByText('rosa@example.org').first().waitFor();
  await expectUsable(page, 'person-sign-ins');
  await page.getByRole('button', { name: 'Remove Example account rosa@example.org' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Sign-in removed').waitFor();

  const editor = server.visitor();
  await editor.signIn({ username: 'author', password });
  const created = await editor.post('/__admin/api/documents/create', {
    type: 'post',
    lang: 'en',
    title: 'Links',
    content: 'Text.\n',
  });
  const { path } = created.json<{ path: string }>();
  await server.database.db
    .insertInto('identity_links')
    .values({
      issuer: provider.issuer,
      subject: 'x',
      username: 'author',
      action: 'linked',
      way: 'account page',
      actor: 'author',
      at: new Date(),
    })
    .execute();
  await page.goto(`/__admin/review/${path}`);
  await page.getByText(/linked a sign-in/).waitFor();
  await expectUsable(page, 'review-sign-ins');
  expect(await page.getByText('Sign-ins have changed').count()).toBe(1);
});
