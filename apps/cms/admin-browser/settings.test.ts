import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import { admin, type TestServer } from '../fixtures.ts';
import { expectNarrow, expectUsable, addSession, startWithAdmin } from './fixtures.ts';
import { hostile } from './settings.fixtures.ts';

const siteFile = 'content/config/site.yaml';
const siteYaml = `# The paper's own settings.
title: The Paper # ask Ruth first
feed:
  limit: 12 # was 10 until May
menu:
  - { title: Home, url: / }
  - { title: '${hostile}', url: /about/ }
  - { title: Shop, url: /shop/ }
`;

interface Section {
  readonly id: string;
  readonly fields: readonly { readonly name: string; readonly help: string }[];
}

vi.setConfig({ testTimeout: 120_000 });

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  [browser, server] = await Promise.all([
    TestBrowser.start(),
    startWithAdmin({
      files: { [siteFile]: siteYaml },
      environment: {
        GALLEY_ADMIN_USERNAME: admin.username,
        GALLEY_ADMIN_PASSWORD: admin.password,
        GALLEY_LIMITS__UPLOAD: '20MB',
      },
    }),
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

const save = (page: TestPage) => page.getByRole('button', { name: 'Save', exact: true }).click();

test('a mistake is shown at its field, and saving preserves the comments of the file', async () => {
  await using page = await open('/settings/feed');
  page.expects(422);
  const limit = page.getByLabel('Limit');
  await limit.fill('5000');
  await page.getByText('1 change', { exact: true }).waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('Changes not saved').waitFor();
  await limit.and(page.locator(':focus')).waitFor();
  await expect.poll(() => limit.getAttribute('aria-invalid')).toBe('true');
  await page
    .getByText(/Must be a whole number from 1 to/)
    .first()
    .waitFor();
  await expectUsable(page, 'settings-mistake');

  await limit.fill('30');
  await page.getByText('rss', { exact: true }).click();
  await page.getByText('2 changes', { exact: true }).waitFor();
  await save(page);
  await page.getByText('Saved.', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' });
  const text = await server.read(siteFile);
  expect(text).toContain('limit: 30 # was 10 until May');
  expect(text).toContain("# The paper's own settings.");
  expect(text).toContain('title: The Paper # ask Ruth first');
  await expect.poll(() => page.getByText('From config/site.yaml').count()).toBe(2);

  await page.getByRole('button', { name: 'Reset to default Limit' }).click();
  await save(page);
  await expect.poll(() => limit.inputValue(), { timeout: 30_000 }).toBe('20');
  expect(await server.read(siteFile)).not.toContain('limit:');
});

test('settings from the environment are marked and read-only', async () => {
  await using page = await open('/settings/media');
  const upload = page.getByLabel('Upload');
  await page.getByText(/Set by .*GALLEY_LIMITS__UPLOAD/).waitFor();
  await expect.poll(() => upload.isDisabled()).toBe(true);
  await expect.poll(() => upload.inputValue()).toContain('20');
});

test('rows are added, reordered by keyboard and removed, and hostile text is escaped', async () => {
  await using page = await open('/settings');
  const menu = page.getByRole('group', { name: 'Menu', exact: true });
  await menu.getByRole('group', { name: hostile }).waitFor();
  await menu.getByRole('button', { name: 'Show Shop' }).press('Alt+ArrowUp');
  await page.getByText('Moved Shop to position 2 of 3').waitFor();
  await menu.getByRole('button', { name: `Remove ${hostile}` }).click();
  await menu.getByRole('button', { name: 'Add Menu' }).last().click();
  await page.keyboard.type('Archive');
  await menu.getByRole('group', { name: 'Archive' }).getByLabel('Address').fill('/archive/');
  await expectUsable(page, 'settings-site');
  await save(page);
  await page.getByText('Saved.', { exact: true }).waitFor();
  const titles = [...(await server.read(siteFile)).matchAll(/title: '?(Home|Shop|Archive)/g)];
  expect(titles.map(([, title]) => title)).toEqual(['Home', 'Shop', 'Archive']);
  expect(await page.title()).toBe('Settings · Galley');
});

test('unsaved changes survive navigation and concurrent saves', async () => {
  await using page = await open('/settings/site');
  page.expects(409);
  const title = page.getByLabel('Title', { exact: true }).first();
  await title.fill('The Gazette');
  await page.getByRole('link', { name: 'Documents' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expectUsable(page, 'settings-leave');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => title.inputValue()).toBe('The Gazette');

  const text = await server.read(siteFile);
  await server.write(siteFile, `description: Of ink\n${text}`);
  await save(page);
  await page.getByText('Someone else changed these settings').waitFor();
  await page.getByText(/Changed since you opened this page: Description/).waitFor();
  await expect.poll(() => title.inputValue()).toBe('The Gazette');
  await save(page);
  await page.getByText('Saved.', { exact: true }).waitFor();
  const after = await server.read(siteFile);
  expect(after).toContain('description: Of ink');
  expect(after).toContain('title: The Gazette # ask Ruth first');

  await title.fill('Thrown away');
  await page.getByRole('link', { name: 'Documents' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL(/\/documents$/);
});

test('search opens a setting in another section, and settings that need a restart are listed', async () => {
  await using page = await open('/settings');
  await page.getByLabel('Search settings').fill('poll');
  await page
    .getByRole('navigation', { name: 'Search results' })
    .getByRole('link', { name: /Poll interval/ })
    .click();
  const field = page.getByLabel('Poll interval');
  await field.and(page.locator(':focus')).waitFor();
  await field.fill('7s');
  await page.keyboard.press('Control+s');
  const notice = page.getByText(/take effect after a server restart: Poll interval/);
  await notice.waitFor();
  await page.reload();
  await notice.waitFor();
});

test('all sections are available in German, and on a narrow screen', async () => {
  await using page = await open('/settings/feed', {
    locale: 'de-DE',
    viewport: { width: 360, height: 740 },
  });
  await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
  await page.getByRole('button', { name: /Bereich/ }).click();
  await page.getByRole('option', { name: 'Suchmaschinen' }).click();
  await page.waitForURL(/\/settings\/seo$/);
  await page.getByText('Was Suchmaschinen und Netzwerke über die Website erfahren.').waitFor();
  await expectNarrow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  const ada = await server.signedIn();
  const sections = (await ada.get('/__admin/api/settings/sections')).json<Section[]>();
  const ours = sections.filter(({ id }) => !/^(theme|plugin):(?!aiwriter$)/.test(id));
  expect(ours.length).toBeGreaterThan(10);
  for (const { id, fields } of ours) {
    // Sections of plugins are not in the menu.
    if (id.startsWith('plugin:')) await page.goto(`/__admin/settings/${id}`);
    else await page.locator(`a[href$="/settings/${id}"]`).first().click();
    await page.locator(`[data-field="${fields[0]!.name}"]`).first().waitFor();
    const shown = await page.locator('main').innerText();
    const english = fields.map(({ help }) => help).filter((help) => shown.includes(help));
    expect(english, id).toEqual([]);
  }
});
