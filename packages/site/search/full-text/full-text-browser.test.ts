import { axeViolations, shoot, TestBrowser } from '@galley/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BuildHarness } from '../../build/fixtures.ts';
import { documentFile } from '../../fixtures.ts';
import { loadBuiltInTheme } from '../../theme/load-theme.ts';
import { serveOutput } from './served-output.fixtures.ts';

let browser: TestBrowser;

beforeAll(async () => {
  browser = await TestBrowser.start();
});
afterAll(() => browser[Symbol.asyncDispose]());

const posts = Array.from({ length: 14 }, (_, at) => [
  `posts/${at}.md`,
  documentFile(
    { title: `Proof ${at}`, date: `2026-01-${10 + at}` },
    'A galley of **type** & <b>lead</b> runs through the press.',
  ),
]);

async function open(theme: string) {
  const output = await BuildHarness.open('title: The Quoin\nlanguages: { de: {} }\n');
  const loaded = await loadBuiltInTheme(theme);
  output.kiosk.theme = () => Promise.resolve(loaded);
  await output.kiosk.print({
    ...(Object.fromEntries(posts) as Record<string, string>),
    'posts/de/eins.md': documentFile({ title: 'Eins' }, 'Viele Häuser.'),
  });
  await output.build();
  const served = await serveOutput(output.publicDirectory, output.kiosk.settings);
  return {
    served,
    [Symbol.asyncDispose]: async () => {
      await served[Symbol.asyncDispose]();
      await output[Symbol.asyncDispose]();
    },
  };
}

describe('ADD-INT-13: in the browser, the search of a static site', { timeout: 120_000 }, () => {
  test.each(['default', 'magazine', 'portfolio'])(
    'shows marked excerpts, and more of them on the way down (theme %s)',
    async (theme) => {
      await using here = await open(theme);
      await using page = await browser.open(here.served);
      await page.goto('/search/?q=types');
      await page.getByText('14 pages found').waitFor();
      const first = page.locator('.search-results li').first();
      expect(await first.locator('a').textContent()).toBe('Proof 13');
      expect(await first.locator('.search-summary').innerHTML()).toBe(
        'A galley of <mark>type</mark> &amp; lead runs through the press.',
      );
      expect(await axeViolations(page)).toEqual([]);
      await shoot(page, `static-search-${theme}`);
      await page.locator('.search-results li').last().scrollIntoViewIfNeeded();
      await page.locator('.search-results li').nth(13).waitFor();
      await page.getByRole('searchbox').last().fill('zeppelin');
      await page.getByText('Nothing was found.').waitFor();
      await page.keyboard.press('/');
      await page.goto('/de/search/?q=haus');
      await page.locator('.search-results mark', { hasText: 'Häuser' }).waitFor();
    },
  );

  test('fills the box of the theme documentation, and its page', async () => {
    await using here = await open('documentation');
    await using page = await browser.open(here.served);
    await page.goto('/posts/3/');
    await page.getByRole('searchbox').fill('press');
    await page.locator('.search-results mark', { hasText: 'press' }).first().waitFor();
    expect(await page.locator('.search-results li').count()).toBe(8);
    expect(await axeViolations(page)).toEqual([]);
    await page.goto('/search/?q=lead');
    await page.locator('#_found li').nth(13).waitFor();
    await shoot(page, 'static-search-documentation');
  });

  test('leads to the lists of the site without JavaScript', async () => {
    await using here = await open('default');
    await using page = await browser.open(here.served, { javaScriptEnabled: false });
    await page.goto('/search/?q=type');
    expect(await page.locator('.search-lists').innerText()).toContain('needs JavaScript');
    expect(await page.getByRole('searchbox').isVisible()).toBe(false);
    expect(await page.locator('.search-lists a').count()).toBeGreaterThan(0);
  });
});
