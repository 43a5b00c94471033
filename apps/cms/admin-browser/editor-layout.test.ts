import { afterAll, beforeAll, expect, test } from 'vitest';
import { shoot, TestBrowser } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import {
  focusedLabel,
  markdownOf,
  openEditor,
  textEditor,
  typeAtEnd,
  waitForBackup,
} from './editor.fixtures.ts';
import { addSession, expectUsable, startWithAdmin } from './fixtures.ts';

let browser: TestBrowser;
let server: TestServer;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: {
      'galley.yaml': '',
      'content/posts/tools.md': '---\ntitle: Tools\nworkflow: draft\n---\nText.\n',
      'content/posts/linked.md': '---\ntitle: Linked\nauthor: author\nworkflow: draft\n---\nSee',
      'content/posts/public.md': '---\ntitle: Public\nworkflow: published\n---\nText.\n',
      'content/pages/colophon.md':
        '---\ntitle: The colophon\nworkflow: published\n---\nSet in Caslon.\n',
    },
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

test('on a wide screen the preview is open, and the toolbar has the tools that do not fit in a menu', async () => {
  await using page = await browser.open(server, { viewport: { width: 1440, height: 900 } });
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/tools.md');
  await page.getByRole('region', { name: 'Preview' }).waitFor();
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
  const overhang = () =>
    page.evaluate<number>(
      `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('[role=toolbar]'))`,
    );
  await expect.poll(overhang).toBe(0);
  await shoot(page, 'editor-wide');
  await page.getByRole('button', { name: 'More formatting' }).click();
  await page.getByRole('menuitem', { name: 'Divider' }).click();
  await expect.poll(() => markdownOf(page)).toContain('---');
  await expect.poll(() => focusedLabel(page)).toBe('Text');

  await page.setViewportSize({ width: 360, height: 740 });
  await page.keyboard.press('Control+Shift+p');
  await toolbar.waitFor();
  await expect.poll(overhang).toBe(0);
  await shoot(page, 'editor-narrow');
  const smallest = await page.evaluate<number>(
    `Math.min(...[...document.querySelectorAll('[role=toolbar] button')].flatMap((one) => [one.offsetWidth, one.offsetHeight]))`,
  );
  expect(smallest).toBeGreaterThanOrEqual(44);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.reload();
  await textEditor(page).waitFor();
  expect(await page.getByRole('region', { name: 'Preview' }).count()).toBe(0);
});

test('an author links to a published page of somebody else', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'author');
  await openEditor(page, 'posts/linked.md');
  await typeAtEnd(page, ' ');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Link' });
  await dialog.getByLabel('Address or document').fill('colophon');
  await dialog.getByRole('button', { name: /^The colophon/ }).click();
  await expect.poll(() => markdownOf(page)).toContain('[The colophon](/colophon/)');
});

test('on a phone, the state of the draft is readable beside the state of the page', async () => {
  await using page = await browser.open(server, { viewport: { width: 360, height: 740 } });
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/public.md');
  await typeAtEnd(page, 'More.');
  await page.keyboard.press('Control+s');
  await page.getByText('The published version differs').waitFor();
  await page.keyboard.type(' And more.');
  await waitForBackup(page);
  const cut = await page.evaluate<number>(
    `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('header [role=status] > span:last-child'))`,
  );
  expect(cut).toBe(0);
  await expectUsable(page, 'editor-state-narrow');
});
