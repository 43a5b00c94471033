import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import { EditorClient } from '../people.fixtures.ts';
import { addSession, expectNarrow, expectUsable, startWithAdmin } from './fixtures.ts';

let browser: TestBrowser;
let server: TestServer;
let desk: EditorClient;

const file = (title: string, rest: string) => `---\ntitle: ${title}\n${rest}---\nText.\n`;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: {
      'content/config/site.yaml': 'title: Harbour News\neditorial: { require_approval: true }\n',
      'content/posts/ferries.md': file('Ferries', 'tags: [Sea, Boats]\n'),
      'content/posts/harbour.md': file('Harbour', 'tags: [sea, Ships]\nworkflow: draft\n'),
      'content/posts/lights.md': file('Lights', 'tags: [Ships]\n'),
      'content/posts/ropes.md': file(
        'Ropes',
        'tags: [Knots]\ncategories: [Work]\nworkflow: draft\n',
      ),
      'content/pages/tags/sea.md': file('Sea', 'summary: Everything on salt water.\n'),
    },
  });
  desk = new EditorClient(await server.signedIn());
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

async function openTags(username = 'editor', options = {}): Promise<TestPage> {
  const page = await browser.open(server, options);
  await addSession(page, server, username);
  await page.goto('/__admin/tags');
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const row = (page: TestPage, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

async function tagsOf(name: string): Promise<unknown> {
  const { taxonomies } = await desk.detail(`posts/${name}.md`);
  return (taxonomies as Record<string, unknown>)['tags'];
}

async function statusOf(path: string): Promise<unknown> {
  return (await desk.detail(path)).status;
}

async function act(page: TestPage, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('the page lists tags with counts, description and public page, and other taxonomies', async () => {
  await using page = await openTags();
  await page.getByRole('table', { name: 'Tags' }).waitFor();
  await row(page, 'Sea').first().getByText('Also written sea').waitFor();
  await row(page, 'Sea').first().getByText('Everything on salt water.').waitFor();
  const publicPage = page.getByRole('link', { name: 'View the page of Sea' });
  expect(await publicPage.getAttribute('href')).toBe(`${server.url}/tags/sea/`);
  await expectUsable(page, 'tags');
  await expectNarrow(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectUsable(page, 'tags-narrow');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('link', { name: 'Categories' }).click();
  await page.getByRole('link', { name: 'Work', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Tags', exact: true }).last().click();
  await page.getByRole('searchbox', { name: 'Search terms' }).fill('kno');
  await row(page, 'Ships').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Knots', exact: true }).click();
  await page.getByText('1 document', { exact: true }).waitFor();
});

test('a tag is renamed with a preview; published documents go to review with their description, and all is undone', async () => {
  await using page = await openTags();
  await act(page, 'Sea', 'Rename…');
  const dialog = page.getByRole('dialog', { name: 'Rename “Sea”' });
  await dialog.getByRole('heading', { name: '1 document will change' }).waitFor();
  await dialog.getByRole('combobox', { name: 'New name' }).fill('Salt water');
  await dialog.getByRole('heading', { name: '2 documents will change' }).waitFor();
  await dialog.getByText('posts/harbour.md').waitFor();
  await dialog.getByText('The page /tags/sea/ will redirect to /tags/salt-water/').waitFor();
  await dialog.getByText('The description moves to the new address.').waitFor();
  await dialog.getByRole('button', { name: 'Request review of the change' }).waitFor();
  await expectUsable(page, 'tags-rename');
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click();
  await page.getByText('“Salt water”: 2 documents changed').waitFor();
  expect(await tagsOf('ferries')).toEqual(['Salt water', 'Boats']);
  expect(await tagsOf('harbour')).toEqual(['Salt water', 'Ships']);
  expect(await statusOf('posts/ferries.md')).toBe('in_review');
  expect(await statusOf('posts/harbour.md')).toBe('draft');
  expect(await desk.detail('pages/tags/sea.md')).toMatchObject({
    title: 'Salt water',
    url: '/tags/salt-water/',
    status: 'in_review',
    is_public: true,
  });
  const site = await server.visitor().get('/tags/sea/');
  expect(site.status).toBe(200);
  await row(page, 'Salt water').first().waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/undo/i).first().waitFor();
  await expect.poll(() => tagsOf('ferries')).toEqual(['Sea', 'Boats']);
  await expect.poll(() => tagsOf('harbour')).toEqual(['sea', 'Ships']);
  await expect.poll(() => server.read('content/config/site.yaml')).not.toContain('salt-water');
});

test('several tags are merged into one', async () => {
  await using page = await openTags();
  await page.getByRole('checkbox', { name: 'Select Boats' }).press('Space');
  await page.getByRole('checkbox', { name: 'Select Ships' }).press('Space');
  await page.getByRole('button', { name: 'Merge 2 terms…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge 2 terms' });
  await dialog.getByRole('combobox', { name: 'Merge into' }).fill('Ships');
  await page.keyboard.press('Escape');
  await dialog.getByRole('heading', { name: '1 document will change' }).waitFor();
  await dialog.getByText('posts/ferries.md').waitFor();
  await expectUsable(page, 'tags-merge');
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByText('“Ships”: 1 document changed').waitFor();
  expect(await tagsOf('ferries')).toEqual(['Sea', 'Ships']);
});

test('a tag gets a description, in the editor', async () => {
  await using page = await openTags();
  await page.getByRole('button', { name: 'Describe Knots' }).click();
  await page.waitForURL('**/edit/pages/tags/knots.md');
  expect(await desk.detail('pages/tags/knots.md')).toMatchObject({
    title: 'Knots',
    url: '/tags/knots/',
    status: 'draft',
  });
});

test('people without permission see why, in German', async () => {
  await using page = await openTags('reviewer', { locale: 'de-DE' });
  const merge = page.getByRole('button', { name: 'Zusammenführen …' });
  await expect.poll(() => merge.getAttribute('aria-disabled')).toBe('true');
  await expectUsable(page, 'tags-german');
});
