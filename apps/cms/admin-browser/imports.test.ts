import { TestBrowser } from '@galley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../fixtures.ts';
import { zipped } from '../importing/imports.fixtures.ts';
import { addSession, expectNarrow, expectUsable, startWithAdmin } from './fixtures.ts';

let browser: TestBrowser;
let server: TestServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([TestBrowser.start(), startWithAdmin()]);
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const old = zipped({
  'old-site/a tour.md':
    '---\ntitle: A tour of the press\naliases: [/tour/]\n---\nBegin at the case.\n',
  'old-site/type.md': '---\ntitle: Type\ndraft: true\n---\nLead, tin, antimony.\n',
  'old-site/broken.md': '---\ntitle: "x\n---\nD\n',
  'old-site/pic.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
});

test('ADD-IMP-11: an administrator previews an old site, imports it, and opens a page of it', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'ada');
  await page.goto('/__admin/operations/import');
  await expectUsable(page, 'import-new');
  await page.getByRole('button', { name: /Recognise by the files/ }).click();
  await page.getByRole('option', { name: 'Markdown files' }).click();
  const file = { name: 'old-site.zip', mimeType: 'application/zip', buffer: Buffer.from(old) };
  const input = page.locator('input[type="file"]');
  await input.setInputFiles({ ...file, name: 'broken.zip', buffer: Buffer.from('no archive') });
  await page.getByText('broken.zip cannot be imported').waitFor();
  await expectUsable(page, 'import-failed');

  await input.setInputFiles(file);
  await page.getByRole('heading', { name: 'Preview of old-site.zip' }).waitFor();
  await page.getByText('2 new or changed pages, 1 media file').waitFor();
  const rows = page.getByRole('table', { name: 'Pages and files' });
  await rows.getByText('Skipped').waitFor();
  expect(await rows.getByText('Draft', { exact: true }).count()).toBe(2);
  await page.getByText('Publish what the old site has published').click();
  await rows.getByText('Published', { exact: true }).waitFor();
  await expectUsable(page, 'import-preview');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectUsable(page, 'import-preview-narrow');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('searchbox', { name: 'Search in pages and files' }).fill('antimony');
  await page.getByText('Nothing found').waitFor();
  await page.getByRole('searchbox', { name: 'Search in pages and files' }).fill('tour');
  await page.getByText('1 row', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('old-site.zip has been imported').waitFor();
  await rows.getByText('Redirects from /tour/').waitFor();
  await expectUsable(page, 'import-done');
  await expectNarrow(page);
  await page.reload();
  await rows.getByRole('link', { name: 'A tour of the press' }).click();
  await page.getByText('Begin at the case.').first().waitFor();
}, 180_000);
