import { afterAll, beforeAll, expect, test } from 'vitest';
import { shoot, TestBrowser } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import { addSession, startWithAdmin } from './fixtures.ts';

let browser: TestBrowser;
let server: TestServer;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: { 'content/posts/harbour.md': '---\ntitle: Harbour\nauthor: editor\n---\nAt dawn.\n' },
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

test('users who may assign documents filter by all users, others by users of recent documents', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await page.goto('/__admin/documents');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Assignee' }).click();
  await page.getByRole('option', { name: /^author/ }).waitFor();
  await page.keyboard.type('revi');
  await page.getByRole('option', { name: /^author/ }).waitFor({ state: 'detached' });
  await shoot(page, 'filter-people');
  await page.getByRole('option', { name: /^reviewer/ }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('assignee')).toBe('reviewer');

  await using other = await browser.open(server);
  await addSession(other, server, 'reviewer');
  await other.goto('/__admin/documents');
  await other.getByRole('button', { name: 'Filter', exact: true }).click();
  const field = other.getByRole('combobox', { name: 'Assignee' });
  await field.click();
  await other.getByRole('option', { name: /^editor/ }).waitFor();
  await expect.poll(() => other.getByRole('option', { name: /^author/ }).count()).toBe(0);
});

test('a list of thousands renders only visible rows', async () => {
  // Real files: a sweep of the folder removes documents that have none.
  const numbers = Array.from({ length: 3000 }, (_, n) => n);
  await using many = await startWithAdmin({
    files: Object.fromEntries(
      numbers.map((n) => [`content/posts/${n}.md`, `---\ntitle: ${n}\n---\n`]),
    ),
  });
  await using page = await browser.open(many);
  await addSession(page, many, 'editor');
  await page.goto('/__admin/documents');
  await page.getByText('3,000 documents').waitFor();
  const rows = page.locator('[role=row][data-index]');
  await rows.first().focus();
  await page.keyboard.press('End');
  await page.locator('[role=row][data-index="49"]:focus').waitFor();
  const focused = () => page.locator('[role=row]:focus').getAttribute('aria-rowindex');
  await expect
    .poll(() => page.keyboard.press('PageDown').then(focused), { timeout: 30_000 })
    .toBe('61');
  await expect.poll(() => rows.count()).toBeLessThan(60);
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('3001');
});
