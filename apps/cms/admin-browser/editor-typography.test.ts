import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import { admin as ada, type TestServer } from '../fixtures.ts';
import { themeFiles } from '../theme-files.fixtures.ts';
import { openEditor, textEditor } from './editor.fixtures.ts';
import { addSession, expectUsable, startWithAdmin } from './fixtures.ts';

const hostile = `
@font-face { font-family: Own; src: local('Courier New'); }
button { display: none }
:root { --ink: white; --paper: white; --editor-font: Own, monospace; --editor-size: 400px;
  --editor-measure: 1px; --editor-heading-color: #eeeeee; --editor-link-color: light-dark(#7b1f0e, #333333);
  --editor-line-height: url(x); }
`;

const text = `---
title: Ink
workflow: published
---
Soot is [black](https://example.org/) and cheap, mostly.

## Why

Because.
`;

let browser: TestBrowser;
let server: TestServer;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: {
      'content/posts/ink.md': text,
      ...themeFiles('themes/plain', 'plain'),
      ...themeFiles('themes/hostile', 'hostile', { 'assets/editor.css': hostile }),
    },
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

async function open(theme: string, options = {}): Promise<TestPage> {
  const admin = server.visitor();
  await admin.signIn({ username: 'ada', password: ada.password });
  const { status } = await admin.post('/__admin/api/themes/switch', { name: theme });
  expect(status).toBe(200);
  const page = await browser.open(server, options);
  await addSession(page, server, 'editor');
  return page;
}

/** Font, size and colour of the first heading, paragraph and link of a text. */
function lookOf(page: TestPage, selectors: Readonly<Record<string, string>>): Promise<unknown> {
  return page.evaluate(`Object.fromEntries(Object.entries(${JSON.stringify(selectors)}).map(
    ([name, selector]) => {
      const { fontFamily, fontSize, fontWeight, color } =
        getComputedStyle(document.querySelector(selector));
      return [name, [fontFamily, fontSize, name === 'heading' && fontWeight, name === 'link' && color]];
    }))`);
}

const inEditor = { text: '.cm-content', heading: '.cm-heading', link: '.cm-link' };
const onPage = { text: '.prose > p', heading: '.prose > h2', link: '.prose > p a' };

describe('ADD-EDIT-4: visual mode has the typography of the theme', () => {
  test.each([
    ['default', 'light'],
    ['default', 'dark'],
    ['documentation', 'light'],
    ['documentation', 'dark'],
    ['magazine', 'light'],
    ['magazine', 'dark'],
    ['portfolio', 'light'],
    ['portfolio', 'dark'],
  ] as const)('%s, %s', async (theme, colorScheme) => {
    await using page = await open(theme, { colorScheme });
    await page.goto('/posts/ink/');
    const wanted = await lookOf(page, onPage);
    await openEditor(page, 'posts/ink.md');
    await expect.poll(() => lookOf(page, inEditor)).toEqual(wanted);
    await textEditor(page).getByRole('heading', { name: 'Why' }).waitFor();
    if (colorScheme === 'light') await expectUsable(page, `typography-${theme}`);
    await page.setViewportSize({ width: 360, height: 740 });
    if (colorScheme === 'light') await expectUsable(page, `typography-${theme}-narrow`);
  });

  test('a theme without it keeps the look of the admin', async () => {
    await using page = await open('plain');
    await openEditor(page, 'posts/ink.md');
    const look = JSON.stringify(await lookOf(page, inEditor));
    expect(look).toContain('Charter');
    expect(look).toContain('18px');
  });

  test('no theme changes the rest of the admin, or makes the text hard to read', async () => {
    await using page = await open('hostile');
    await openEditor(page, 'posts/ink.md');
    const look = async () => JSON.stringify(await lookOf(page, inEditor));
    await expect.poll(look).toContain('Own, monospace');
    expect(await look()).toContain('28px');
    await page.getByRole('button', { name: 'More actions' }).waitFor();
    await expectUsable(page, 'typography-hostile');
  });
});
