import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import { themeFiles } from '../theme-files.fixtures.ts';
import { addSession, expectUsable, startWithAdmin } from './fixtures.ts';

let browser: TestBrowser;
let server: TestServer;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({ files: themeFiles('themes/own', 'own') });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

test('ADD-ONB-9: the page Themes shows the pictures of built-in themes in the scheme of the admin', async () => {
  await using page = await browser.open(server, { colorScheme: 'dark' });
  await addSession(page, server, 'ada');
  await page.goto('/__admin/themes');
  for (const name of ['default', 'documentation', 'magazine', 'portfolio']) {
    const picture = page.getByRole('img', { name: `Front page with the theme ${name}` });
    await picture.scrollIntoViewIfNeeded();
    const shown = () =>
      picture.evaluate((image) => {
        const { currentSrc, naturalWidth } = image as unknown as Record<string, unknown>;
        return [String(currentSrc).replace(/.*scheme=/, ''), naturalWidth];
      });
    await expect.poll(shown).toEqual(['dark', 640]);
  }
  await page.getByText('No preview image').waitFor();
  await expectUsable(page, 'theme-pictures');
});
