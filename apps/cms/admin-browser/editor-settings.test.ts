import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import { openEditor, pixel, waitForSave } from './editor.fixtures.ts';
import { addSession, expectNarrow, expectUsable, startWithAdmin } from './fixtures.ts';

const settings = `title: The Paper
url: https://paper.example
time_zone: Asia/Tokyo
languages: { es: { title: El Papel }, de: {} }
`;

const fields = `types:
  post:
    - { name: price, label: Price, type: number, group: Shop }
    - { name: sold, label: Sold on, type: date, group: Shop }
    - { name: note, label: Note, type: text }
`;

/** Each test changes its own document, and the rest of the file stays to the byte. */
const file = (more = '') => `---
# Agreed with the desk.
title: "Ink"   # short
author: editor
mood:  'unknown to Galley'
${more}workflow: draft
---

Black  ink.
`;

let browser: TestBrowser;
let server: TestServer;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: {
      'content/config/site.yaml': settings,
      'content/config/custom-fields.yaml': fields,
      'content/posts/terms.md': file('tags: [Soot]\n'),
      'content/posts/other.md': '---\ntitle: Other\ntags: [Ink, Paper]\n---\n',
      'content/posts/third.md': '---\ntitle: Third\ntags: [Ink]\n---\n',
      'content/posts/address.md': '---\ntitle: Address\nauthor: editor\n---\nText.\n',
      'content/posts/date.md': file(),
      'content/posts/authors.md': file(),
      'content/posts/cover.md': file('image: ../media/quay.png\n'),
      'content/posts/search.md': file(),
      'content/posts/layout.md': file(),
      'content/posts/press/folder.md': file(),
      'content/posts/groups.md': file(),
      'content/media/quay.png': Buffer.from(pixel, 'base64'),
      'content/media/quay.png.meta.yaml': 'alt: The quay\n',
    },
  });
  const { db } = server.database;
  await db.updateTable('users').set({ name: 'Edda' }).where('username', '=', 'editor').execute();
  await db.updateTable('users').set({ name: 'Rosa' }).where('username', '=', 'reviewer').execute();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

async function open(page: TestPage, path: string) {
  await addSession(page, server, 'editor');
  await openEditor(page, path);
  return page.getByRole('complementary', { name: 'Document details' });
}

async function save(page: TestPage, path: string): Promise<string> {
  await page.keyboard.press('Control+s');
  await waitForSave(page);
  return server.read(`content/${path}`);
}

/** Lines that a save added or changed, without those that only the server writes. */
function changedLines(before: string, after: string): string[] {
  const known = new Set(before.split('\n'));
  return after
    .split('\n')
    .filter((line) => !known.has(line) && !/^(last_editor|updated_at|created_at)/.test(line));
}

test('tags are chips: suggested by use, pasted as a list, in the known spelling, removed by keyboard', async () => {
  await using page = await browser.open(server);
  const panel = await open(page, 'posts/terms.md');
  const tags = panel.getByRole('combobox', { name: 'Tags' });
  await tags.press('ArrowDown');
  const options = page.getByRole('option');
  await options.filter({ hasText: 'Paper' }).waitFor();
  await expect.poll(() => options.count()).toBe(2);
  expect((await options.allInnerTexts())[0]).toMatch(/^Ink\s+2 documents$/);
  await tags.fill('ink');
  await page.keyboard.press('Enter');
  await tags.fill('Brush');
  await page.getByRole('option', { name: 'Create “Brush”' }).click();
  await tags.fill('PAPER, wood; soot,');
  await page.keyboard.press('Escape');
  const chips = panel.getByRole('grid', { name: 'Tags: selected' }).getByRole('row');
  await expect
    .poll(async () => (await chips.allInnerTexts()).map((text) => text.trim()))
    .toEqual(['Soot', 'Ink', 'Brush', 'Paper', 'wood']);
  await expectUsable(page, 'settings-tags');
  await tags.focus();
  await page.keyboard.press('Backspace');
  await chips.first().focus();
  await page.keyboard.press('Delete');
  await expect.poll(() => chips.count()).toBe(3);
  await tags.fill('last');
  await page.keyboard.press('Control+s');
  // The open list hides the message from assistive technology.
  await expect
    .poll(async () =>
      changedLines(file('tags: [Soot]\n'), await server.read('content/posts/terms.md')),
    )
    .toEqual(['tags: [Ink, Brush, Paper, last]']);
});

test('the public address is shown while typing, with conflicts and the redirect', async () => {
  await using page = await browser.open(server);
  const panel = await open(page, 'posts/address.md');
  const address = panel.getByRole('status', { name: 'Address' });
  await expect.poll(() => address.innerText()).toBe('https://paper.example/posts/address/');
  const slug = panel.getByLabel('Slug');
  await slug.fill('other');
  await panel.getByText('“Other” (posts/other.md) has this address').waitFor();
  await slug.fill('a/b');
  await panel.getByText(/^Remove the slash/).waitFor();
  await slug.fill('place');
  await expect.poll(() => address.innerText()).toBe('https://paper.example/posts/place/');
  await panel.getByText('After publication, /posts/address/ redirects').waitFor();
  await expectUsable(page, 'settings-address');
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await expect
    .poll(async () => (await server.visitor().get('/posts/address/')).headers.get('location'))
    .toBe('/posts/place/');
});

test('date and time are in the time zone of the site', async () => {
  await using page = await browser.open(server);
  const panel = await open(page, 'posts/date.md');
  const date = panel.getByLabel('Date', { exact: true });
  const day = date.and(page.locator('input'));
  await panel.getByText('In the time zone of the site, Asia/Tokyo.').waitFor();
  await day.fill('2031-01-02');
  await panel.getByText(/To publish it later, schedule it/).waitFor();
  let saved = await save(page, 'posts/date.md');
  expect(changedLines(file(), saved)).toEqual(['date: 2031-01-02']);
  await panel.getByLabel('Time', { exact: true }).fill('09:30');
  saved = await save(page, 'posts/date.md');
  expect(changedLines(file(), saved)).toEqual(['date: 2031-01-02 09:30']);
  const detail = await (await server.signedIn()).get('/__admin/api/document?path=posts/date.md');
  expect(detail.json<{ date: string }>().date).toBe('2031-01-02T00:30:00.000Z');
  await panel.getByRole('button', { name: 'Now' }).click();
  expect(await day.inputValue()).toMatch(/^20\d\d-/);
  await panel.getByRole('button', { name: 'Remove the date' }).click();
  await panel.getByRole('button', { name: 'Schedule…' }).waitFor();
  expect(changedLines(file(), await save(page, 'posts/date.md'))).toEqual([]);
});

test('authors are display names, in an order of choice', async () => {
  await using page = await browser.open(server);
  const panel = await open(page, 'posts/authors.md');
  await panel.getByText('Without authors, the page names its owner, Edda.').waitFor();
  const add = panel.getByRole('combobox', { name: 'Add author' });
  await add.fill('ros');
  await page.getByRole('option', { name: 'Rosa' }).click();
  await add.fill('Guest Writer');
  await page.getByRole('option', { name: /Guest Writer/ }).click();
  await add.fill('edd');
  await page.getByRole('option', { name: 'Edda' }).click();
  await panel.getByRole('button', { name: 'Move Edda up' }).click();
  await panel.getByRole('button', { name: 'Move Edda up' }).click();
  await panel.getByRole('button', { name: 'Remove Rosa' }).click();
  await expectUsable(page, 'settings-authors');
  const saved = await save(page, 'posts/authors.md');
  expect(changedLines(file(), saved).join('\n')).toBe('authors:\n  - Edda\n  - Guest Writer');
});

test('a cover image is uploaded in place, with alt text and focal point', async () => {
  await using page = await browser.open(server);
  const panel = await open(page, 'posts/cover.md');
  const alt = panel.getByLabel('Alt text of the cover image');
  await expect.poll(() => alt.getAttribute('placeholder')).toBe('The quay');
  await panel.getByLabel('Upload a cover image').setInputFiles({
    name: 'harbour.png',
    mimeType: 'image/png',
    buffer: Buffer.from(pixel, 'base64'),
  });
  const cover = panel.getByRole('group', { name: 'Cover image' });
  await cover.getByText('harbour.png', { exact: true }).waitFor();
  await alt.fill('A harbour');
  await panel.getByRole('button', { name: 'Focal point…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Focal point' });
  await dialog.getByLabel('From left').fill('20');
  await dialog.getByRole('button', { name: 'Save focal point' }).click();
  await dialog.waitFor({ state: 'detached' });
  const picture = panel.getByRole('img', { name: /Cover image/ });
  await expect.poll(() => picture.getAttribute('style')).toContain('20%');
  await expectUsable(page, 'settings-cover');
  const saved = await save(page, 'posts/cover.md');
  expect(changedLines(file(), saved)).toEqual([
    expect.stringMatching(/^image: media\/.*harbour\.png$/),
    'image_alt: A harbour',
  ]);
});

test('search and social previews follow the fields, and each field leaves the rest of the file as it is', async () => {
  await using page = await browser.open(server);
  const panel = await open(page, 'posts/search.md');
  await panel.getByRole('button', { name: 'Search and social media' }).click();
  const result = panel.getByRole('group', { name: 'Search result' });
  await result.getByText('Ink – The Paper').waitFor();
  await result.getByText('Black ink.').waitFor();
  await panel.getByLabel('Summary').fill('Soot and oil.');
  await result.getByText('Soot and oil.').waitFor();
  await panel.getByText(/13 characters; recommended: up to 160\./).waitFor();
  await panel.getByLabel('Title for search engines').fill('All about ink');
  await panel.getByLabel('Description for search engines').fill('Everything.');
  await result.getByText('All about ink').waitFor();
  const card = panel.getByRole('group', { name: 'Shared link' });
  await card.getByText('Everything.').waitFor();
  await panel.getByLabel('Canonical address').fill('paper.example');
  await panel.getByText('Start with https:// or /').waitFor();
  await panel.getByLabel('Canonical address').fill('https://paper.example/first/');
  await expectUsable(page, 'settings-search');
  await panel.getByText('Hide from search engines').click();
  await result.getByText('Search engines don’t list this page.').waitFor();
  const saved = await save(page, 'posts/search.md');
  expect(changedLines(file(), saved)).toEqual([
    'summary: Soot and oil.',
    'seo_title: All about ink',
    'seo_description: Everything.',
    'canonical: https://paper.example/first/',
    'noindex: true',
  ]);
  for (const label of [
    'Summary',
    'Title for search engines',
    'Description for search engines',
    'Canonical address',
  ])
    await panel.getByLabel(label).fill('');
  await panel.getByText('Hide from search engines').click();
  const without = await save(page, 'posts/search.md');
  expect(changedLines(file(), without)).toEqual([]);
  expect(without.replace(/^(last_editor|updated_at|created_at).*\n/gm, '')).toBe(file());
});

test('layouts have readable names, and translations are created from the panel', async () => {
  await using page = await browser.open(server);
  const panel = await open(page, 'posts/layout.md');
  await panel.getByRole('button', { name: 'Layout and language' }).click();
  await panel.getByRole('button', { name: /Default \(Article\)/ }).click();
  await page.getByRole('option', { name: 'Page', exact: true }).click();
  expect(changedLines(file(), await save(page, 'posts/layout.md'))).toEqual(['layout: page']);
  await expectUsable(page, 'settings-layout');
  const translations = panel.getByRole('list', { name: 'Translations' });
  expect(await translations.getByText('No translation yet').count()).toBe(2);
  await translations.getByRole('button', { name: 'Create translation Spanish' }).click();
  await page.waitForURL(/posts\/es\/layout\.md$/);
  const created = await server.read('content/posts/es/layout.md');
  expect(created).toContain('Black  ink.');
  await translations.getByRole('link', { name: 'Ink' }).click();
  await page.waitForURL(/posts\/layout\.md$/);
});

test('translations of documents in folders are found and created', async () => {
  await using page = await browser.open(server);
  const panel = await open(page, 'posts/press/folder.md');
  await panel.getByRole('button', { name: 'Layout and language' }).click();
  const translations = panel.getByRole('list', { name: 'Translations' });
  await translations.getByRole('button', { name: 'Create translation Spanish' }).click();
  await page.waitForURL(/posts\/es\/press\/folder\.md$/);
  await translations.getByRole('link', { name: 'Ink' }).click();
  await page.waitForURL(/posts\/press\/folder\.md$/);
  await translations.getByRole('link', { name: 'Ink' }).waitFor();
});

test('custom fields are in their groups, and folded sections stay folded', async () => {
  await using page = await browser.open(server);
  const panel = await open(page, 'posts/groups.md');
  const shop = panel.getByRole('region', { name: 'Shop' });
  await shop.getByLabel('Price').fill('12');
  await panel.getByRole('region', { name: 'Fields' }).getByLabel('Note').fill('x');
  expect(await panel.getByLabel('Price').count()).toBe(1);
  await panel.getByRole('region', { name: 'Other fields' }).getByLabel('mood').waitFor();
  await shop.getByRole('button', { name: 'Shop' }).click();
  await shop.getByLabel('Price').waitFor({ state: 'detached' });
  expect(changedLines(file(), await save(page, 'posts/groups.md'))).toEqual([
    'fields:',
    '  price: 12',
    '  note: x',
  ]);
  await page.reload();
  await shop.waitFor();
  expect(await shop.getByLabel('Price').count()).toBe(0);
  await shop.getByRole('button', { name: 'Shop' }).press('Enter');
  await shop.getByLabel('Price').waitFor();
  await expectNarrow(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Details' }).click();
  const sheet = page.getByRole('dialog', { name: 'Document details' });
  await sheet.getByRole('region', { name: 'Shop' }).waitFor();
  await expectUsable(page, 'settings-sheet');
});
