import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import { copiedMarkdown, write } from './clipboard.fixtures.ts';
import { chooseAction, focusedLabel, openEditor, textEditor } from './editor.fixtures.ts';
import { addSession, expectUsable, startWithAdmin } from './fixtures.ts';

let browser: TestBrowser;
let server: TestServer;
let page: TestPage;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: {
      'content/posts/ink.md': '---\ntitle: Ink & paper\nworkflow: published\n---\nBlack.\n',
      'content/posts/2026/essays/paper.md':
        '---\ntitle: On paper\nworkflow: published\n---\nWhite.\n',
      'content/posts/2026/notes/note.md': '---\ntitle: Note\nworkflow: published\n---\nText.\n',
      'content/posts/draft.md': '---\ntitle: Draft\nworkflow: draft\n---\n',
    },
  });
  page = await browser.open(server);
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/draft.md');
});

afterAll(async () => {
  await page[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

const options = () => page.getByRole('listbox').getByRole('option');

/** Types, waits for the menu, and chooses its first entry. */
async function choose(text: string, first: string | RegExp): Promise<void> {
  await page.keyboard.type(text);
  await options().first().filter({ hasText: first }).waitFor();
  await page.keyboard.press('Enter');
}

test('the slash menu finds blocks by keywords, wherever a word starts', async () => {
  await write(page, '');
  await page.keyboard.type('/');
  await options().first().waitFor();
  await expectUsable(page, 'slash-menu');
  await page.keyboard.press('Escape');
  for (const [typed, entry, expected] of [
    ['/h2', 'Heading', '## '],
    ['/h3', 'Subheading', '### '],
    ['/todo', 'Task list', '- [ ] '],
    ['/citation', 'Quote', '> '],
    ['/hr', 'Divider', '---\n\n'],
    ['word /warning', 'Callout', 'word\n\n> [!NOTE]\n> \n'],
    ['word /h3', 'Subheading', '### word'],
  ] as const) {
    await write(page, '');
    await choose(typed, entry);
    expect(await copiedMarkdown(page), typed).toBe(expected);
  }
  for (const text of ['and/or', 'https://a.example/h2', '`code /h2']) {
    await write(page, '');
    await page.keyboard.type(text);
    expect(await page.getByRole('listbox').count(), text).toBe(0);
  }
});

test('entries that a person uses most come first', async () => {
  for (let time = 0; time < 3; time += 1) {
    await write(page, '');
    await choose('/grid', 'Table');
  }
  await write(page, '');
  await page.keyboard.type('/');
  await options().first().filter({ hasText: 'Table' }).waitFor();
  await page.getByText('Often used').waitFor();
  await page.keyboard.press('Escape');
});

test('[[ finds documents, @ people, and : emoji', async () => {
  await write(page, '');
  await choose('See [[ink', 'Ink & paper');
  await page.keyboard.type(', by ');
  await choose('@rev', 'reviewer');
  await page.keyboard.type(' ');
  await choose(':tada', 'tada');
  expect(await copiedMarkdown(page)).toBe('See [Ink & paper](/posts/ink/), by reviewer 🎉');
  await write(page, '');
  await page.keyboard.type('At 10:30, a@rev, `:tada');
  expect(await page.getByRole('listbox').count()).toBe(0);
});

test('the next character ends the search of the one before, without an error', async () => {
  await write(page, '');
  const asked = Promise.withResolvers<void>();
  // The search for the first characters gets no answer.
  await page.route(/documents\?.*q=in(&|$)/, () => asked.resolve());
  await page.keyboard.type('[[in');
  await asked.promise;
  await choose('k', 'Ink & paper');
  await page.unroute(/documents\?.*q=in(&|$)/);
  expect(await copiedMarkdown(page)).toContain('Ink & paper');
});

test('[[ in a document of a subfolder links to others wherever they are', async () => {
  await openEditor(page, 'posts/2026/notes/note.md');
  await textEditor(page).press('Control+End');
  await choose(' [[on paper', 'On paper');
  await page.keyboard.type(' ');
  await choose('[[ink', 'Ink & paper');
  const links = (await copiedMarkdown(page)).matchAll(/\]\((\/[^)]+)\)/g);
  const addresses = [...links].map(([, address]) => address!);
  expect(new Set(addresses).size).toBe(2);
  for (const address of addresses)
    expect((await server.visitor().get(address)).status, address).toBe(200);
  await openEditor(page, 'posts/draft.md');
});

test('a toolbar formats the selection by mouse and keyboard without covering it', async () => {
  await write(page, 'One\n\nTwo words');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  const toolbar = page.getByRole('toolbar', { name: 'Format the selection' });
  await toolbar.waitFor();
  await expectUsable(page, 'selection-toolbar');
  const box = (await toolbar.boundingBox())!;
  const line = (await textEditor(page).getByText('Two words').boundingBox())!;
  expect(box.y + box.height <= line.y || box.y >= line.y + line.height).toBe(true);
  await toolbar.getByRole('button', { name: 'Bold' }).click();
  expect(await copiedMarkdown(page)).toBe('One\n\nTwo **words**');

  await write(page, 'Two words');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await toolbar.waitFor();
  await page.keyboard.press('Alt+F10');
  await expect.poll(() => focusedLabel(page)).toBe('Bold');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedLabel(page)).toBe('Text');
  expect(await copiedMarkdown(page)).toBe('Two *words*');
  await page.keyboard.press('ArrowRight');
  await toolbar.waitFor({ state: 'detached' });
});

async function typeKeys(...keys: readonly string[]): Promise<string> {
  await write(page, '');
  for (const key of keys)
    if (
      /^(?:Enter|Shift\+Enter|Tab|Shift\+Tab|Control\+z|Arrow\w+|Home|End|Backspace|Delete|Control\+[A-Z]\w*(?:\+\w+)?)$/.test(
        key,
      )
    )
      await page.keyboard.press(key);
    else await page.keyboard.type(key);
  return copiedMarkdown(page);
}

test('lists, tasks, quotes and code blocks continue, indent and end while typing', async () => {
  expect(await typeKeys('- a', 'Enter', 'b', 'Enter', 'Enter', 'c')).toBe('- a\n- b\n\nc');
  expect(await typeKeys('> a', 'Enter', 'b')).toBe('> a\n>\n> b');
  expect(await typeKeys('[] ', 'a', 'Enter', 'b')).toBe('- [ ] a\n- [ ] b');
  expect(await typeKeys('[] ', 'Control+z')).toBe('[] ');
  expect(await typeKeys('1. a', 'Enter', 'b', 'Tab', 'Enter', 'c', 'Shift+Tab')).toBe(
    '1. a\n   1. b\n2. c',
  );
  expect(await typeKeys('1. a', 'Enter', 'b', 'Tab', 'Control+z')).toBe('1. a\n2. b');
  expect(await typeKeys('a', 'Control+Shift+ArrowLeft', 'Control+Shift+X')).toBe('~~a~~');
  expect(await typeKeys('```js', 'Enter', 'run()')).toBe('```js\nrun()\n```');
});

test.each([
  ['a paragraph', ['a', 'Enter', 'b'], 'a\n\nb'],
  ['the habit of two line breaks', ['a', 'Enter', 'Enter', 'b'], 'a\n\nb'],
  ['a heading', ['## a', 'Enter', 'b'], '## a\n\nb'],
  ['the middle of a paragraph', ['ab', 'ArrowLeft', 'Enter', 'c'], 'a\n\ncb'],
  ['a line break', ['a', 'Shift+Enter', 'b'], 'a\\\nb'],
  ['a line break in an item', ['- a', 'Shift+Enter', 'b'], '- a\\\n  b'],
  ['a line break in a quote', ['> a', 'Shift+Enter', 'b'], '> a\\\n> b'],
  ['the end of a quote', ['> a', 'Enter', 'Enter', 'b'], '> a\n\nb'],
  ['a callout', ['> [!NOTE]', 'Enter', 'a'], '> [!NOTE]\n> a'],
  [
    'the end of a nested list',
    ['- a', 'Enter', 'Tab', 'b', 'Enter', 'Enter', 'Enter', 'c'],
    '- a\n  - b\n\nc',
  ],
  ['an empty line between paragraphs', ['a', 'Enter', 'b', 'ArrowUp', 'c'], 'a\n\nc\n\nb'],
  ['an empty line below a paragraph', ['a', 'Enter', 'ArrowUp', 'b'], 'a\n\nb\n'],
  ['lines of a table', ['| a |', 'Enter', '| - |'], '| a |\n| - |'],
  [
    'the line below a table',
    ['| a |', 'Enter', '| - |', 'Enter', 'ArrowUp', 'b'],
    '| a |\n| - |\n\nb\n',
  ],
  ['Backspace joins', ['a', 'Enter', 'b', 'Home', 'Backspace'], 'ab'],
  ['Delete joins', ['a', 'Enter', 'b', 'Control+Home', 'End', 'Delete'], 'ab'],
  ['Backspace before a heading', ['a', 'Enter', '# b', 'Home', 'Backspace'], 'a\n# b'],
  ['text behind code', ['```', 'Enter', 'a', 'ArrowDown', 'End', 'b'], '```\na\n```\n\nb'],
  ['one undo', ['- a', 'Enter', 'Enter', 'Control+z'], '- a\n- '],
])('ADD-EDIT-15: Enter is what a reader sees: %s', async (_, keys, expected) => {
  expect(await typeKeys(...keys)).toBe(expected);
});

test('ADD-EDIT-15: in Markdown source, Enter is a line break', async () => {
  await page.keyboard.press('Control+Shift+M');
  expect(await typeKeys('a', 'Enter', 'b', 'Enter', '- c', 'Enter', 'Enter', 'd')).toBe(
    'a\nb\n- c\nd',
  );
  await page.keyboard.press('Control+Shift+M');
});

test('typographic quotes follow the language of the document, and undo returns the typed one', async () => {
  expect(await typeKeys('"a"')).toBe('"a"');
  await chooseAction(page, 'Use typographic quotes');
  expect(await typeKeys('"a" `"b')).toBe('“a” `"b');
  expect(await typeKeys('a "', 'Control+z')).toBe('a "');
  expect(await textEditor(page).getAttribute('lang')).toBe('en');
  await chooseAction(page, 'Use straight quotes');
});

test('find and replace fits a phone', async () => {
  await write(page, 'One two');
  await page.keyboard.press('Control+f');
  const find = page.getByRole('textbox', { name: 'Find' });
  await find.fill('two');
  await page.getByRole('textbox', { name: 'Replace' }).fill('three');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'replace all' }).click();
  await expectUsable(page, 'find');
  await page.getByRole('button', { name: 'close' }).click();
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await copiedMarkdown(page)).toBe('One three');
});
