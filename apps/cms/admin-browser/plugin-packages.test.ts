import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestBrowser, zipOfFiles, type TestPage } from '@galley/testing';
import { admin, type TestServer } from '../fixtures.ts';
import { themeFiles } from '../theme-files.fixtures.ts';
import { addSession, expectNarrow, expectUsable, startWithAdmin } from './fixtures.ts';

vi.setConfig({ testTimeout: 180_000 });

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  [browser, server] = await Promise.all([TestBrowser.start(), startWithAdmin()]);
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** `plugin` is the name and the version. */
function packed(plugin: string, yaml: string, code = '') {
  const [name = '', version = ''] = plugin.split(' ');
  const buffer = zipOfFiles({
    [`${name}/plugin.yaml`]: `name: ${name}\nversion: ${version}\nauthor: Ruth\ndescription: Counts words.\n${yaml}`,
    [`${name}/index.js`]: code,
  });
  return { name: `${name}-${version}.zip`, mimeType: 'application/zip', buffer };
}

const first = packed(
  'counter 1.0.0',
  'permissions: [documents.read]\nhooks: [document.saved]\njobs: []\nsettings: [{ name: limit, type: number }]\n',
  "export const hooks = { 'document.saved': () => {} };",
);
const second = packed(
  'counter 2.0.0',
  'permissions: [documents.read, network, storage]\nhosts: [api.example.org]\nhooks: [document.published]\nsettings: [{ name: limit, type: text }]\n',
  "export const hooks = { 'document.published': () => {} };",
);

async function open(options = {}, path = '/plugins'): Promise<TestPage> {
  const page = await browser.open(server, options);
  await addSession(page, server, admin.username);
  await page.goto(`/__admin${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

test('ADD-PLUG-1 to ADD-PLUG-4: a plugin is installed, enabled, updated with more permissions, rolled back and deleted', async () => {
  await using page = await open();
  page.expects(422);
  await page.getByRole('button', { name: 'Install plugin' }).press('Enter');
  const install = page.getByRole('dialog', { name: 'Install plugin' });
  const button = install.getByRole('button', { name: /^Install/ });
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
  const broken = packed('counter 1.0.0', 'jbos: []\n');
  await install.getByLabel('Choose ZIP file').setInputFiles(broken);
  await install.getByText(/did you mean jobs/).waitFor();
  await install.getByLabel('Choose ZIP file').setInputFiles(first);
  await install.getByText('read all documents, including drafts').waitFor();
  await install.getByText('document.saved').waitFor();
  await expectUsable(page, 'plugin-install');
  await button.click();
  await page.getByText('counter installed. Enable it to use it.').waitFor({ timeout: 30_000 });

  const item = page.getByRole('listitem').filter({ hasText: 'Counts words.' });
  await item.getByText('Disabled').waitFor();
  await item.getByRole('button', { name: 'Enable counter' }).click();
  await page.getByText('counter enabled.').waitFor({ timeout: 30_000 });

  await item.getByRole('button', { name: 'More actions for counter' }).click();
  await expectUsable(page, 'plugin-menu');
  await page.getByRole('menuitem', { name: /Update/ }).click();
  const update = page.getByRole('dialog', { name: 'Update counter' });
  const other = packed('other 1.0.0', '');
  await update.getByLabel('Choose ZIP file').setInputFiles(other);
  await update.getByText(/contains the plugin other, not counter/).waitFor();
  await update.getByLabel('Choose ZIP file').setInputFiles(second);
  await update.getByText('2.0.0 replaces 1.0.0').waitFor();
  await update.getByText('This version requests more permissions').waitFor();
  const changes = update.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  const shown = (await changes.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
  expect(shown).toEqual([
    'New Permission: send and receive data over the network (api.example.org)',
    'New Permission: store its own data in the database, up to a limit',
    'New Host: api.example.org',
    'New Hook: document.published',
    'Removed Hook: document.saved',
    'Changed Setting: limit',
  ]);
  const apply = update.getByRole('button', { name: /^Update/ });
  await expect.poll(() => apply.getAttribute('aria-disabled')).toBe('true');
  await expectUsable(page, 'plugin-update');
  await expectNarrow(page);
  await update.getByRole('checkbox', { name: 'I grant the new permissions' }).press('Space');
  await apply.press('Enter');
  await page.getByText('counter updated to 2.0.0.').waitFor({ timeout: 30_000 });
  await item.getByText('Version 2.0.0').waitFor();
  await item.getByText('Enabled', { exact: true }).waitFor();

  await item.getByRole('button', { name: 'More actions for counter' }).click();
  await page.getByRole('menuitem', { name: 'Roll back to 1.0.0…' }).click();
  const back = page.getByRole('dialog', { name: 'Roll back counter' });
  await back.getByText('1.0.0 replaces 2.0.0').waitFor();
  await expectUsable(page, 'plugin-rollback');
  await back.getByRole('button', { name: /^Roll back/ }).click();
  await page.getByText('counter is back at 1.0.0.').waitFor({ timeout: 30_000 });
  await item.getByText('Version 1.0.0').waitFor();

  await item.getByRole('button', { name: 'More actions for counter' }).click();
  const remove = page.getByRole('menuitem', { name: /Delete/ });
  await expect.poll(() => remove.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Escape');
  await item.getByRole('button', { name: 'Disable counter' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  await item.getByText('Disabled', { exact: true }).waitFor();
  await item.getByRole('button', { name: 'More actions for counter' }).click();
  await remove.click();
  const deletion = page.getByRole('dialog', { name: 'Delete counter?' });
  await deletion.getByRole('checkbox', { name: 'Also delete its stored data' }).press('Space');
  await expectUsable(page, 'plugin-delete');
  await deletion.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('counter deleted.').waitFor();
  await item.waitFor({ state: 'detached' });
});

test('ADD-PLUG-2: a plugin that is installed already is updated from the install dialog, in German, on a narrow screen', async () => {
  await server.write('plugins/counter/plugin.yaml', 'name: counter\nversion: 0.9.0\n');
  await server.write('plugins/counter/index.js', '');
  await using page = await open({ locale: 'de-DE', viewport: { width: 360, height: 740 } });
  await page.getByRole('button', { name: 'Plugin installieren' }).click();
  const dialog = page.getByRole('dialog', { name: 'Plugin installieren' });
  await dialog.getByLabel('ZIP-Datei wählen').setInputFiles(second);
  await dialog.getByText(/counter ist schon installiert/).waitFor();
  await dialog.getByText('2.0.0 ersetzt 0.9.0').waitFor();
  await expectUsable(page, 'plugin-update-narrow');
  await dialog.getByRole('button', { name: 'Aktualisieren', exact: true }).click();
  await page.getByText('counter auf 2.0.0 aktualisiert.').waitFor({ timeout: 30_000 });
  await expectUsable(page, 'plugins-narrow');
});

test('ADD-PLUG-5: a theme is uploaded, replaced, rolled back and deleted', async () => {
  await using page = await open({}, '/themes');
  page.expects(409);
  const theme = (version: string) => ({
    name: `ink-${version}.zip`,
    mimeType: 'application/zip',
    buffer: zipOfFiles(
      themeFiles('ink', 'ink', { 'theme.yaml': `name: ink\nversion: ${version}\n` }),
    ),
  });
  const dialog = page.getByRole('dialog', { name: 'Install theme' });
  const begin = async (version: string) => {
    await page.getByRole('button', { name: 'Install theme' }).click();
    await dialog.getByLabel('Choose ZIP file').setInputFiles(theme(version));
    await dialog.getByText(`ink-${version}.zip`).waitFor();
  };
  const install = dialog.getByRole('button', { name: /^Install/ });
  await begin('1.0.0');
  await install.click();
  await page.getByText('ink installed.').waitFor({ timeout: 30_000 });
  const card = page
    .getByRole('listitem')
    .filter({ hasText: 'Version' })
    .filter({
      has: page.getByRole('heading', { name: 'ink', exact: true }),
    });
  await card.getByText('Version 1.0.0').waitFor();
  await begin('2.0.0');
  await install.click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('checkbox', { name: /Replace an installed theme/ }).press('Space');
  await expectUsable(page, 'theme-upload');
  await install.click();
  await card.getByText('Version 2.0.0').waitFor({ timeout: 30_000 });
  const more = card.getByRole('button', { name: 'More actions for ink' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Roll back to 1.0.0…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Roll back' }).click();
  await card.getByText('Version 1.0.0').waitFor({ timeout: 30_000 });
  await expectUsable(page, 'themes-with-menu');
  await more.click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('ink deleted.').waitFor();
  await card.waitFor({ state: 'detached' });
});
