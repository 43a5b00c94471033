import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import { admin, password, type TestServer } from '../fixtures.ts';
import { expectNarrow, expectUsable, addSession, startWithAdmin } from './fixtures.ts';

// Each test is a whole journey with several axe checks.

const home = '/__admin/';
const post = (title: string) => `---\ntitle: ${title}\nauthor: hana\n---\nA text.\n`;
let browser: TestBrowser;
let server: TestServer;

beforeAll(async () => {
  const files = { 'content/posts/ink.md': post('Ink'), 'content/posts/lead.md': post('Lead') };
  [browser, server] = await Promise.all([TestBrowser.start(), startWithAdmin({ files })]);
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const button = (page: TestPage, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

async function open(path: string, locale = 'en-GB'): Promise<TestPage> {
  const page = await browser.open(server, { locale });
  await addSession(page, server, admin.username);
  await page.goto(home + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

async function choose(page: TestPage, field: RegExp, option: string): Promise<void> {
  await page.getByRole('button', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

test('creating an administrator asks for the password again and keeps the form', async () => {
  await using page = await open('people');
  page.expects(403);
  const confirmed_at = new Date(Date.now() - 11 * 60_000);
  await server.database.db.updateTable('sessions').set({ confirmed_at }).execute();
  await button(page, 'New person').click();
  const dialog = page.getByRole('dialog', { name: 'New person' });
  await dialog.getByLabel('User name').fill('ines');
  await choose(page, /author Role/, 'admin');
  await dialog.getByRole('button', { name: 'Create account' }).click();
  const sheet = page.getByRole('dialog', { name: 'Confirm your password' });
  await expectUsable(page, 'confirm-over-new-person');
  await sheet.getByLabel('Password', { exact: true }).fill(admin.password);
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await page.getByLabel('Password link').waitFor();
  const { db } = server.database;
  const made = await db.selectFrom('users').select('role').where('username', '=', 'ines').execute();
  expect(made).toEqual([{ role: 'admin' }]);
  // The other tests expect one administrator.
  await db.deleteFrom('users').where('username', '=', 'ines').execute();
});

test('an account is created, changed and deleted', async () => {
  await using page = await open('people');
  page.expects(409);
  await button(page, 'New person').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('User name').fill('Editor');
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await dialog.getByText('This user name is already taken.').waitFor();
  await dialog.getByLabel('User name').fill('hana');
  await dialog.getByLabel('Name', { exact: true }).fill('Hana <script>alert(1)</script> Sato');
  await expectUsable(page, 'new-person');
  await dialog.getByRole('button', { name: 'Create account' }).click();
  const link = await page.getByLabel('Password link').inputValue();
  expect(link).toMatch(`${server.url}/__admin/reset#`);
  await expectUsable(page, 'password-link');
  await page.getByRole('link', { name: 'Open account' }).click();

  await page.getByRole('heading', { name: 'Hana <script>alert(1)</script> Sato' }).waitFor();
  await page.getByText('No password is set').waitFor();
  await expectUsable(page, 'person');
  await expectNarrow(page);
  await page.getByLabel('Name', { exact: true }).fill('Hana Sato');
  await page.getByRole('link', { name: 'All people' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await choose(page, /Role/, 'editor');
  await button(page, 'Save').click();
  await page.getByRole('heading', { name: 'Hana Sato' }).waitFor();

  await button(page, 'Disable').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  await page.getByText('Hana Sato disabled.').waitFor();
  await button(page, 'Undo').click();
  await button(page, 'Disable').waitFor();

  await button(page, 'Delete account').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Hana Sato owns or is assigned to 2 documents.').waitFor();
  await page.getByRole('combobox', { name: 'New owner of the documents' }).fill('edi');
  await page.getByRole('option', { name: 'editor' }).click();
  await expectUsable(page, 'delete-person');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Account of Hana Sato deleted.').waitFor();
  await page.getByRole('heading', { name: 'People' }).waitFor();

  await page.getByRole('searchbox').fill('sato');
  await page.getByText('No people found').waitFor();
  await page.goto(`${home}people/hana`);
  await page.getByText('User “hana” doesn’t exist.').waitFor();
});

test('users cannot lock themselves out or grant more than their own rights', async () => {
  await using page = await open(`people/${admin.username}`);
  await page.getByText('This is the only enabled administrator').first().waitFor();
  const remove = page.getByRole('button', { name: /^Delete account/ });
  await expect.poll(() => remove.getAttribute('aria-disabled')).toBe('true');
  await expect
    .poll(() => page.getByRole('button', { name: 'Create password link' }).count())
    .toBe(0);
  await page.goto(`${home}people?role=editor`);
  await page
    .getByRole('link', { name: /editor/ })
    .first()
    .waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.goto(`${home}people`);
  await page.getByRole('link', { name: /reviewer/ }).waitFor();
  await expectUsable(page, 'people');
  await expectNarrow(page);
});

test('an administrator ends sessions of a user and turns off their second factor', async () => {
  const client = await server.signedInAs({ username: 'kofi', role: 'author' });
  await client.enableFactor();
  await using page = await open('people/kofi');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('Two-factor authentication turned off.').waitFor();
  expect((await client.get('/__admin/api/session')).status).toBe(401);
  await client.signIn({ username: 'kofi', password });
  await page.reload();
  await button(page, 'Sign them out everywhere').click();
  await page.getByText('They are signed out everywhere.').waitFor();
  expect((await client.get('/__admin/api/session')).status).toBe(401);
});

test('a role is copied, changed, assigned and deleted', async () => {
  await using page = await open('roles');
  await expectUsable(page, 'roles');
  await expectNarrow(page);
  await page.getByRole('link', { name: 'Role author' }).click();
  await page.getByText('Built-in roles can’t be changed.', { exact: false }).last().waitFor();
  await expectUsable(page, 'role-builtin');
  await button(page, 'Duplicate role').click();
  await page.getByLabel('Name', { exact: true }).fill('Columnist');
  await page.getByRole('checkbox', { name: 'Publish' }).check({ force: true });
  await expectUsable(page, 'role-new');
  await button(page, 'Create role').click();
  await page.getByText('Role columnist created.').waitFor();
  await page.getByRole('link', { name: 'Role columnist' }).click();
  await page.getByRole('checkbox', { name: 'Edit: own documents only' }).uncheck({ force: true });
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await button(page, 'Save').click();
  await page.getByText('The new permissions apply immediately').waitFor();
  const client = await server.signedIn();
  const roles = (await client.get('/__admin/api/roles')).json<unknown>() as {
    name: string;
    capabilities: string[];
  }[];
  const made = roles.find(({ name }) => name === 'columnist');
  expect(made?.capabilities).toContain('documents.publish');
  expect(made?.capabilities).toContain('documents.write');
  await page.getByRole('link', { name: 'Role columnist' }).click();
  await button(page, 'Delete role').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Role columnist deleted.').waitFor();
  await page.getByRole('link', { name: 'Role columnist' }).waitFor({ state: 'detached' });
});

test('the audit log is filtered, read and exported', async () => {
  const visitor = server.visitor();
  await visitor.post('/__admin/api/login', { username: 'mallory', password: 'no' });
  await using page = await open('audit');
  await page.getByText('Failed to sign in').first().waitFor();
  await expectUsable(page, 'audit');
  await expectNarrow(page);
  await page.getByLabel('User', { exact: true }).fill('Mallory');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  expect(new URL(page.url()).search).toBe('?actor=Mallory');
  await choose(page, /Outcome/, 'Denied');
  await choose(page, /Time/, 'Today');
  await page.reload();
  await button(page, 'Details: Failed to sign in').click();
  await page.getByText('invalid_credentials').first().waitFor();
  await expectUsable(page, 'audit-details');

  await button(page, 'Export').click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('audit.csv');
  const [head, row, ...more] = (await readFile(await download.path(), 'utf8')).trim().split('\n');
  expect(head).toMatch(/^id,timestamp,actor,action/);
  expect(row).toContain('mallory,login.failed');
  expect(more).toEqual([]);

  await choose(page, /Outcome/, 'Succeeded');
  await page.getByText('No matching entries').waitFor();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await page.getByText('Failed to sign in').first().waitFor();
});

test('roles and their permissions are available in German', async () => {
  await using page = await open('roles?role=author', 'de-DE');
  await page.getByRole('heading', { name: 'Rolle author' }).waitFor();
  await page.getByText('Löschen und wiederherstellen', { exact: true }).first().waitFor();
});
