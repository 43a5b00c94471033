import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import {
  copied,
  drop,
  copiedMarkdown,
  paste,
  write,
  type Clipboard,
} from './clipboard.fixtures.ts';
import { openEditor, pixel, textEditor, waitForSave } from './editor.fixtures.ts';
import { addSession, expectUsable, startWithAdmin } from './fixtures.ts';

const folder = join(import.meta.dirname, '../../admin/features/editor/paste/fixtures');
const samples = readdirSync(folder).filter((name) => name.endsWith('.html'));

let browser: TestBrowser;
let server: TestServer;
let page: TestPage;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: {
      'content/posts/ink.md': '---\ntitle: Ink & paper\nworkflow: published\n---\nBlack.\n',
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

function sample(name: string): Clipboard & { readonly expected: string } {
  const read = (ending: string): string => readFileSync(join(folder, name + ending), 'utf8');
  const files = readdirSync(folder);
  return {
    html: read('.html'),
    text: files.includes(`${name}.txt`) ? read('.txt').trimEnd() : 'The plain text.',
    expected: read('.md').trimEnd(),
  };
}

test.each(samples.map((name) => name.replace('.html', '')))(
  'the clipboard of %s becomes clean Markdown',
  async (name) => {
    const { expected, ...clipboard } = sample(name);
    await write(page, '');
    await paste(page, clipboard);
    await expect.poll(() => copiedMarkdown(page)).toBe(expected);
  },
);

async function pasteInto(before: string, clipboard: Clipboard): Promise<() => Promise<string>> {
  await write(page, before);
  await paste(page, clipboard);
  return () => copiedMarkdown(page);
}

const list = '<ul><li>one</li><li>two</li></ul>';

test('pasted blocks fit the line, list, quote, table and code where they are pasted', async () => {
  const cases: readonly (readonly [before: string, html: string, after: string])[] = [
    ['Before‸ after', '<p>A <b>word</b></p>', 'BeforeA **word** after'],
    ['Before‸ after', `<p>A</p>${list}`, 'Before\n\nA\n\n- one\n- two\n\n after'],
    ['- zero‸', list, '- zero\n- one\n- two'],
    ['- ‸', list, '- one\n- two'],
    ['> said‸', '<p><b>A</b></p><p>B</p>', '> said\n>\n> **A**\n>\n> B'],
    ['- item‸', '<p><i>A</i></p><p>B</p>', '- item\n\n  *A*\n\n  B'],
    [
      '| a | b |\n| --- | --- |\n| c‸ | d |',
      '<p><b>A</b></p><p>B</p>',
      '| a | b |\n| --- | --- |\n| c**A**<br>B | d |',
    ],
    ['```\ncode‸\n```', '<p>A <b>word</b></p>', '```\ncodeA word\n```'],
  ];
  for (const [before, html, after] of cases) {
    const read = await pasteInto(before, { html, text: 'A word' });
    await expect.poll(read, { message: before }).toBe(after);
  }
});

test('a range of cells fills the cells from the cursor, whatever it comes from', async () => {
  const before = '| a | b |\n| --- | --- |\n| c‸ | d |';
  const after = '| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |';
  const range = '<tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr>';
  const sources: readonly Clipboard[] = [
    { text: '1\t2\n3\t4\n' },
    { text: '| 1 | 2 |\n|---|---|\n| 3 | 4 |' },
    { html: `<table>${range}</table>`, text: '1\t2\n3\t4\n' },
  ];
  for (const clipboard of sources)
    await expect.poll(await pasteInto(before, clipboard)).toBe(after);
  await textEditor(page).press('Control+z');
  await expect.poll(() => copiedMarkdown(page)).toBe(before.replace('‸', ''));
  const column = '<table><tr><td>1</td></tr><tr><td>2</td></tr></table>';
  await expect
    .poll(await pasteInto(before, { html: column, text: '1\n2' }))
    .toBe('| a | b |\n| --- | --- |\n| 1 | d |\n| 2 |  |');
});

test('plain text, Markdown source and Ctrl+Shift+V are pasted unchanged, and rows of cells as a table', async () => {
  const source = '# A\n\n- *b* [c](d)\n';
  await expect.poll(await pasteInto('', { text: source })).toBe(source);
  await expect
    .poll(await pasteInto('', { text: 'Ink\t1*2\nPaper\t|' }))
    .toBe('| Ink | 1*2 |\n| --- | --- |\n| Paper | \\| |');
  await expect.poll(await pasteInto('', { text: '\tif (a)\n\t\tb();' })).toBe('\tif (a)\n\t\tb();');
  await expect
    .poll(await pasteInto('', { html: list, text: 'one', types: ['vscode-editor-data'] }))
    .toBe('one');

  await write(page, '');
  await page.keyboard.down('Control');
  await page.keyboard.down('Shift');
  await page.keyboard.down('V');
  await paste(page, { html: list, text: 'one two' });
  for (const key of ['V', 'Shift', 'Control']) await page.keyboard.up(key);
  // The browser pasted its own clipboard too.
  await expect.poll(async () => (await copiedMarkdown(page)).trim()).toBe('one two');
});

test('copying puts HTML and Markdown on the clipboard, and pasting them back changes nothing', async () => {
  const source = '## Ink\n\n- *black*\n- [press](/posts/ink)\n';
  await write(page, source);
  await page.keyboard.press('Control+a');
  await expect.poll(async () => (await copied(page)).html).toContain('<em>black</em>');
  const { text, html } = await copied(page);
  expect(text).toBe(source);
  expect(html).toContain('<h2>Ink</h2>');
  expect(html).toContain(`<a href="${server.url}/posts/ink">press</a>`);
  await expect.poll(await pasteInto('', { text, html })).toBe(source);

  await write(page, 'Cut **this**');
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('Shift+ArrowLeft');
  const cut = await copied(page, 'cut');
  expect(cut.text).toBe('**this**');
  expect(cut.html).toContain('<strong>this</strong>');
  expect(await copiedMarkdown(page)).toBe('Cut ');
});

test('pasted and dropped images are uploaded at their place, beside a table outside of it', async () => {
  const describe = async (name: string): Promise<void> => {
    const dialog = page.getByRole('dialog', { name: 'Image', exact: true });
    await dialog.getByText(name).waitFor();
    await dialog.getByLabel('Alt text').fill(`Alt of ${name}`);
    await dialog.getByRole('button', { name: 'Insert' }).click();
    await dialog.getByText(name).waitFor({ state: 'detached' });
  };
  const table = '| a | b |\n| --- | --- |\n| c | d |';
  await write(page, `${table.slice(0, -7)}‸${table.slice(-7)}\n\nAfter`);
  await paste(page, { files: { 'oven.png': pixel, 'press.png': pixel } });
  await describe('oven.png');
  await describe('press.png');
  await expect
    .poll(() => copiedMarkdown(page))
    .toMatch(
      /c \| d \|\n\n!\[Alt of oven.png\]\(\/media\/\S+\)\n\n!\[Alt of press.png\]\(\S+\)\n{2,4}After$/,
    );

  await write(page, '- list\n- item\n\nAfter');
  await drop(page, 'list', { files: { 'ink.png': pixel } });
  await describe('ink.png');
  await expect
    .poll(() => copiedMarkdown(page))
    .toMatch(/- item\n\n!\[Alt of ink.png\]\(\S+\)\n{2,4}After$/);

  const inline = `<p>One <img src="data:image/png;base64,${pixel}" alt="A dot" width="9"> two</p><img src="https://example.org/far.png" alt="Far">`;
  await write(page, '');
  await paste(page, { html: inline, text: 'One two' });
  await page.getByText('1 image stays on its server').waitFor();
  await expect
    .poll(() => copiedMarkdown(page))
    .toMatch(/^One !\[A dot\]\(\/media\/\S+\) two\n\n!\[Far\]\(https:\/\/example.org\/far.png\)$/);
});

test('a failed upload stays at its place, says why, and can be retried', async () => {
  page.expects(503);
  await write(page, 'Before');
  const problem = { status: 503, contentType: 'application/problem+json' };
  const detail = 'The media folder cannot be written.';
  const body = JSON.stringify({ status: 503, code: 'storage_failed', title: 'Failed', detail });
  await page.route('**/media/upload', (route) => route.fulfill({ ...problem, body }));
  await paste(page, { files: { 'type.png': pixel } });
  await textEditor(page)
    .getByText(/^type.png could not be uploaded. The media folder/)
    .waitFor();
  await expectUsable(page, 'upload-failed');
  await page.unroute('**/media/upload');
  await textEditor(page).getByRole('button', { name: 'Retry' }).click();
  const dialog = page.getByRole('dialog', { name: 'Image', exact: true });
  await dialog.getByLabel('Alt text').fill('Type');
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await expect.poll(() => copiedMarkdown(page)).toMatch(/^Before\n\n!\[Type\]\(\S+\)/);
});

async function selectWord(text: string): Promise<void> {
  await write(page, text);
  await page.keyboard.press('Control+Shift+ArrowLeft');
}

test('an address pasted over a selection becomes a link, and an own address survives moves', async () => {
  await selectWord('See press');
  await paste(page, { text: 'https://example.org/a_(b)' });
  await expect.poll(() => copiedMarkdown(page)).toBe('See [press](<https://example.org/a_(b)>)');
  await selectWord('Write Ada');
  await paste(page, { text: 'mailto:ada@example.org', html: '<a href="mailto:x">x</a>' });
  await expect.poll(() => copiedMarkdown(page)).toBe('Write [Ada](mailto:ada@example.org)');
  await selectWord('`code');
  await paste(page, { text: 'javascript:alert(1)' });
  await expect.poll(() => copiedMarkdown(page)).toBe('`javascript:alert(1)');

  await selectWord('See press');
  await paste(page, { text: `${server.url}/__admin/edit/posts/ink.md` });
  await expect.poll(() => copiedMarkdown(page)).toBe('See [press](/posts/ink/)');
  await write(page, '');
  await paste(page, { text: `${server.url}/posts/ink` });
  await expect.poll(() => copiedMarkdown(page)).toBe('[Ink & paper](/posts/ink/)');
  await textEditor(page).press('Control+z');
  expect(await copiedMarkdown(page)).toBe(`${server.url}/posts/ink`);
  await page.keyboard.press('Control+s');
  await waitForSave(page);
});

test.each([
  ['de-DE', /Das ist ein HEIC-Bild/],
  ['es-ES', /Es una imagen HEIC/],
])('ADD-EDIT-5: a dropped HEIC picture is refused in %s with what to do', async (locale, text) => {
  await using other = await browser.open(server, { locale });
  other.expects(415);
  await addSession(other, server, 'editor');
  await other.goto('/__admin/edit/posts/ink.md');
  await other.getByRole('textbox').filter({ hasText: 'Black.' }).waitFor();
  // The start of a file as phones write it.
  const heic = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1').toString('base64');
  await drop(other, 'Black.', { files: { 'IMG_1.HEIC': heic } });
  await other.getByText(text).waitFor();
});
