import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import { admin, type TestServer } from '../fixtures.ts';
import { themeFiles } from '../theme-files.fixtures.ts';
import { expectNarrow, expectUsable, addSession, startWithAdmin } from './fixtures.ts';
import { hostile } from './settings.fixtures.ts';

const pluginFiles = {
  'plugins/counter/plugin.yaml': `
name: counter
version: 1.2.0
author: Ruth
description: '${hostile}'
permissions: [documents.read, storage, network, schedule]
hosts: [example.org]
jobs: [{ name: sweep, every: 1h }]
routes:
  - { method: GET, path: /rows, access: signed_in }
  - { method: POST, path: /count, access: plugins.manage }
  - { method: POST, path: /refuse, access: plugins.manage }
settings: [{ name: greeting, type: text, label: Greeting, default: hello }]
panel:
  title: Counted
  help: What was counted.
  source: /rows
  columns:
    - { name: document, label: Document, type: document }
    - { name: count, label: Count, type: number }
    - { name: link, label: Link, type: link }
    - { name: text, label: Text }
  actions:
    - { label: Count once more, route: /count, confirm: Count it all again? }
    - { label: Refuse, route: /refuse }
`,
  'plugins/counter/index.js': `
import { storage, settings } from 'galley';
export const jobs = { sweep: async () => {} };
export const routes = {
  'GET /rows': async () => {
    const count = (await storage.get({ key: 'count' })) ?? 0;
    return {
      summary: settings.greeting + ', counted ' + count,
      rows: [
        { document: 'posts/ink.md', count: 1234.5, link: 'https://example.org/', text: '${hostile.replaceAll('"', '&')}' },
        { document: '../x.md', count, link: 'javascript:alert(1)', text: { nested: true } },
      ],
    };
  },
  'POST /count': async () => {
    await storage.set({ key: 'count', value: ((await storage.get({ key: 'count' })) ?? 0) + 1 });
    return { ok: true };
  },
  'POST /refuse': async () => ({ problem: 'Not on a Sunday.' }),
};
`,
  'plugins/torn/plugin.yaml': 'name: torn\nversion: 1.0\n',
  'plugins/torn/index.js': '',
};

const themes = {
  ...themeFiles('themes/own', 'own', {
    'theme.yaml': `name: own
version: 2.0.0
author: Ruth
description: '${hostile}'
settings:
  - { name: accent, type: color, label: Accent, default: '#b4320e', help: Of links. }
  - { name: wide, type: boolean, label: Wide, default: true }
`,
  }),
  ...themeFiles('themes/torn', 'torn', { 'layouts/page.liquid': '{% if %}' }),
  ...themeFiles('delivery', 'delivered'),
};

vi.setConfig({ testTimeout: 120_000 });

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  [browser, server] = await Promise.all([
    TestBrowser.start(),
    startWithAdmin({ files: { ...pluginFiles, ...themes } }),
  ]);
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function open(path: string, options = {}): Promise<TestPage> {
  const page = await browser.open(server, options);
  await addSession(page, server, admin.username);
  await page.goto(`/__admin${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

test('a plugin is enabled after approval of its permissions', async () => {
  await using page = await open('/plugins');
  await page.getByText(hostile).waitFor();
  await page.getByText(/plugin\.yaml:2/).waitFor();
  await expect.poll(() => page.getByText('Broken', { exact: true }).count()).toBe(1);
  const on = page.getByRole('button', { name: 'Enable counter' });
  await on.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Grant permissions to counter?' });
  await dialog.getByText(/send and receive data over the network/).waitFor();
  await dialog.getByText('example.org', { exact: true }).waitFor();
  await expectUsable(page, 'plugins-consent');
  const agree = dialog.getByRole('button', { name: /Grant and enable/ });
  await expect.poll(() => agree.getAttribute('aria-disabled')).toBe('true');
  await agree.press('Enter');
  const consent = dialog.getByRole('checkbox', { name: 'I grant these permissions' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await on.and(page.locator(':focus')).waitFor();
  await on.press('Enter');
  await consent.press('Space');
  await agree.press('Enter');
  await page.getByText('counter enabled.').waitFor({ timeout: 30_000 });
  await page.getByRole('cell', { name: 'sweep' }).waitFor();
  await page.getByText('1 hour').waitFor();
  await expectUsable(page, 'plugins-list');
});

test('a running plugin shows its page, handles requests, applies its settings, and is disabled', async () => {
  await using page = await open('/plugins');
  page.expects(422);
  await page.getByRole('link', { name: 'counter', exact: true }).click();
  await page.getByText('hello, counted 0').waitFor();
  await page.getByRole('link', { name: 'posts/ink.md' }).waitFor();
  await page.getByRole('cell', { name: '1,234.5' }).waitFor();
  await expect.poll(() => page.getByText('javascript:alert(1)').getAttribute('href')).toBe(null);
  await page.getByRole('button', { name: 'Count once more' }).click();
  await page.getByText('Count it all again?').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Count once more' }).click();
  await page.getByText('hello, counted 1').waitFor();
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.getByText(/Not on a Sunday/).waitFor();
  await expectUsable(page, 'plugin-page');

  await page.getByRole('link', { name: 'Settings counter' }).click();
  await page.getByLabel('Greeting').fill('good day');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  expect(await server.read('content/config/plugins.yaml')).toContain('good day');

  await page.goto('/__admin/plugins/counter');
  await page.getByText('good day, counted 1').waitFor();
  await page.getByRole('button', { name: 'Disable counter' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  await page.getByText('Enable the plugin to see this page.').waitFor();
});

test('the site switches to another theme and back', async () => {
  await using page = await open('/themes');
  const titled = async (): Promise<string> => server.read('content/config/site.yaml');
  await page.getByText(hostile).waitFor();
  await page.getByText(/page\.liquid/).waitFor();
  await expectUsable(page, 'themes');
  const torn = page.getByRole('button', { name: /Use this theme torn/ });
  await expect.poll(() => torn.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('button', { name: 'Use this theme own' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch' }).click();
  await page.getByText('own is now the active theme.').waitFor();
  expect(await titled()).toContain('theme: own');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('default is now the active theme.').waitFor();
  expect(await titled()).not.toContain('theme: own');

  page.expects(422);
  await page.getByRole('link', { name: 'Settings own' }).click();
  await page.getByText('Of links.').waitFor();
  await page.getByLabel('Accent', { exact: true }).fill('nonsense');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page
    .getByText(/Must be a colour/)
    .first()
    .waitFor();
  await page.getByLabel('Accent', { exact: true }).fill('#123456');
  await page.getByRole('checkbox', { name: 'Wide' }).press('Space');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  expect(await titled()).toMatch(
    /theme_settings:\n {2}own:\n {4}accent: "#123456"\n {4}wide: false/,
  );
});

test('a theme is installed from a folder, and an invalid one is refused in the dialog', async () => {
  await using page = await open('/themes');
  page.expects(422);
  page.expects(404);
  await page.getByRole('button', { name: 'Install theme' }).click();
  const dialog = page.getByRole('dialog', { name: 'Install theme' });
  await dialog.getByLabel(/Address or path/).fill('nowhere');
  await dialog.getByRole('button', { name: 'Install', exact: true }).click();
  await dialog.getByRole('alert').waitFor();
  await expectUsable(page, 'themes-install');
  await dialog.getByLabel(/Address or path/).fill('delivery');
  await dialog.getByRole('button', { name: 'Install', exact: true }).click();
  await page.getByText('delivered installed.').waitFor();
  await page.getByRole('heading', { name: 'delivered' }).waitFor();
});

test('plugins, themes and the AI writer are available in German, on a narrow screen', async () => {
  await using page = await open('/plugins', {
    locale: 'de-DE',
    viewport: { width: 360, height: 740 },
  });
  const checker = page.getByRole('listitem').filter({ hasText: 'link-checker' });
  await checker.getByText('Was es darf').click();
  await checker.getByText('(mehr als lesen)').first().waitFor();
  await expectNarrow(page);
  await page.goto('/__admin/settings/plugin:aiwriter');
  await page.getByText('Was Sie davon genutzt haben').waitFor();
  await page.getByText('0 Tokens in 0 Anfragen').waitFor();
  await expectUsable(page, 'settings-aiwriter');
});
