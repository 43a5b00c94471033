import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import { openEditor, waitForSave } from './editor.fixtures.ts';
import { addSession, expectUsable, startWithAdmin } from './fixtures.ts';

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>';

let browser: TestBrowser;
let server: TestServer;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: {
      'content/posts/ink.md': '---\ntitle: Ink\nworkflow: draft\n---\nBlack.\n',
    },
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

test('a document gets a cover image with an alt text in its fields', async () => {
  const ada = await server.signedIn();
  const file = { name: 'quay.svg', content: drawing };
  const uploaded = await ada.upload('/__admin/api/media/upload', { file });
  const { path } = uploaded.json<{ path: string }>();
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/ink.md');
  await page.getByRole('tab', { name: 'Fields' }).click();
  const alt = page.getByLabel('Alt text of the cover image');
  expect(await alt.count()).toBe(0);
  await page.getByRole('combobox', { name: 'Cover image' }).click();
  await page.keyboard.type('quay');
  await page.getByRole('option', { name: /quay\.svg/ }).click();
  await alt.fill('The quay at dawn');
  await expectUsable(page, 'cover-image');
  await page.keyboard.press('Control+s');
  await waitForSave(page);
  const saved = await server.read('content/posts/ink.md');
  expect(saved).toContain(`image: ${path}\nimage_alt: The quay at dawn\n`);
  expect(await page.getByRole('region', { name: 'Other fields' }).count()).toBe(0);
});
