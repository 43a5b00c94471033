import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import { EditorClient } from '../people.fixtures.ts';
import { expectUsable, addSession, startWithAdmin } from './fixtures.ts';
import { pressKeys } from './review.fixtures.ts';

const list = '/__admin/documents?sort=title';
let browser: TestBrowser;
let server: TestServer;
let desk: EditorClient;

const file = (title: string, rest: string) => `---\ntitle: ${title}\n${rest}---\nText.\n`;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: {
      'content/posts/ferries.md': file('Ferries', 'tags: [Sea]\ndate: 2026-03-01\n'),
      'content/posts/harbour.md': file('Harbour', 'tags: [Sea, Dawn]\ndate: 2026-04-01\n'),
      'content/posts/lights.md': file('Lights', 'workflow: published\n'),
    },
  });
  desk = new EditorClient(await server.signedIn());
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

async function openList(search = '', options = {}): Promise<TestPage> {
  const page = await browser.open(server, options);
  await addSession(page, server, 'editor');
  await page.goto(`${list}${search}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const row = (page: TestPage, title: string) => page.getByRole('row').filter({ hasText: title });

async function peopleOf(path: string): Promise<unknown[]> {
  const { editorial } = await desk.detail(path);
  const { assignee, reviewer } = editorial as { assignee: unknown; reviewer: unknown };
  return [assignee, reviewer];
}

async function tagsOf(name: string): Promise<unknown> {
  const { taxonomies } = await desk.detail(`posts/${name}.md`);
  return (taxonomies as Record<string, unknown>)['tags'];
}

test('several documents are assigned and unassigned again by keyboard', async () => {
  await using page = await openList();
  await row(page, 'Lights').waitFor();
  await pressKeys(page, 'j', 'x', 'j', 'x');
  await page.getByText('2 selected').waitFor();
  await pressKeys(page, 'a');
  const dialog = page.getByRole('dialog', { name: 'Assign 2 documents' });
  await dialog.getByRole('combobox', { name: 'Assignee' }).fill('auth');
  await page.getByRole('option', { name: /^author/ }).waitFor();
  await page.getByRole('option', { name: /^ada/ }).waitFor({ state: 'detached' });
  await pressKeys(page, 'ArrowDown', 'Enter');
  await expectUsable(page, 'bulk-assign');
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByText('2 documents assigned').waitFor();
  expect(await peopleOf('posts/ferries.md')).toEqual(['author', null]);
  expect(await peopleOf('posts/harbour.md')).toEqual(['author', null]);
  await pressKeys(page, 'F6', 'Enter');
  await page.getByText('Change undone for 2 documents').waitFor();
  expect(await peopleOf('posts/ferries.md')).toEqual([null, null]);
});

test('tags of several documents are changed, and the change is undone with their status', async () => {
  await using page = await openList();
  for (const title of ['Ferries', 'Harbour', 'Lights'])
    await page.getByRole('checkbox', { name: `Select ${title}` }).click();
  await page.getByRole('button', { name: /^Tags/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Change tags of 3 documents' });
  await dialog.getByText('Published documents become drafts.').waitFor();
  await dialog.getByText('Current tags: Dawn, Sea').waitFor();
  await dialog.getByLabel('Add tags').fill('Coast, Dawn');
  await dialog.getByLabel('Remove tags').fill('Sea');
  await expectUsable(page, 'bulk-tags');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Tags of 3 documents changed').waitFor();
  expect(await tagsOf('ferries')).toEqual(['Coast', 'Dawn']);
  expect(await tagsOf('harbour')).toEqual(['Dawn', 'Coast']);
  await row(page, 'Lights').getByText('Draft').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Change undone for 3 documents').waitFor();
  expect(await tagsOf('ferries')).toEqual(['Sea']);
  expect(await tagsOf('harbour')).toEqual(['Dawn', 'Sea']);
  await row(page, 'Lights').getByText('Published').waitFor();
});

test('the list is filtered by tag and by date', async () => {
  await using page = await openList();
  await page.getByText('3 documents').waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Tag' }).click();
  await page.getByRole('option', { name: 'Sea' }).click();
  await page.getByText('2 documents').waitFor();
  await page.getByLabel('Date from').fill('2026-03-15');
  await page.getByText('1 document', { exact: true }).waitFor();
  await expectUsable(page, 'filter-by-tag-and-date');
  await page.keyboard.press('Escape');
  await row(page, 'Harbour').waitFor();
  expect(new URL(page.url()).search).toContain('dated_from=2026-03-15');
  await page.reload();
  await row(page, 'Harbour').waitFor();
  await page.getByRole('button', { name: 'Remove filter Tag: Sea' }).click();
  await page.getByRole('button', { name: 'Remove filter Date from: 15 March 2026' }).click();
  await page.getByText('3 documents').waitFor();
});

test('people without permission see why they cannot assign, in German', async () => {
  await using page = await browser.open(server, { locale: 'de-DE' });
  await addSession(page, server, 'reviewer');
  await page.goto(list);
  await page.getByRole('checkbox', { name: 'Ferries auswählen' }).click();
  const assign = page.getByRole('button', { name: /^Zuweisen/ });
  await expect.poll(() => assign.getAttribute('aria-disabled')).toBe('true');
  await expectUsable(page, 'bulk-german');
});
