import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import { enable, kitchenSink } from '../plugins/fixtures.ts';
import { markdownOf, openEditor, textEditor } from './editor.fixtures.ts';
import { addSession, expectUsable, startWithAdmin } from './fixtures.ts';

const chart = `:::chart  source='a.csv'   height=200 data-x="1"\nText\n:::\n`;

const notice = `{{<  notice "now"  title='Closed' >}}\nOn *Monday*.\n{{< /notice >}}\n`;

let browser: TestBrowser;
let server: TestServer;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: {
      ...kitchenSink(),
      'content/posts/ink.md': '---\ntitle: Ink\nworkflow: draft\n---\n',
      'templates/shortcodes/notice.html': '<aside>{{ params.title }}{{ inner | raw }}</aside>\n',
      'content/posts/hugo.md': `---\ntitle: Hugo\nworkflow: draft\n---\nFirst.\n\n${notice}\nSee {{% ref "about.md" %}}.\n`,
      'content/posts/sales.md': `---\ntitle: Sales\nworkflow: draft\n---\nFirst.\n\n${chart}\nBelow.\n`,
    },
  });
  await enable(server, 'sink');
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

test('ADD-EDIT-3: the slash menu adds blocks of plugins, in which typing continues', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/ink.md');
  await textEditor(page).press('Control+End');
  await page.keyboard.type('/shou');
  await page.getByRole('option', { name: 'shout' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('hello');
  await textEditor(page).getByText('shout', { exact: true }).waitFor();
  await expectUsable(page, 'plugin-block');
  await expect.poll(() => markdownOf(page)).toMatch(/^:::shout\nhello\n:::\s*$/);
});

test('ADD-EDIT-9: the form of a block changes one parameter and leaves every other byte', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/sales.md');
  const card = page.getByRole('group', { name: 'chart' });
  const changed = (before: string, after: string) =>
    expect.poll(() => markdownOf(page)).toContain(chart.replace(before, after).split('\n', 1)[0]!);
  await expect
    .poll(() => card.getByRole('textbox', { name: 'Data file' }).inputValue())
    .toBe('a.csv');
  await expectUsable(page, 'plugin-form');
  await card.getByRole('textbox', { name: 'Height' }).fill('450');
  await changed('height=200', 'height="450"');
  await card.getByRole('textbox', { name: 'Height' }).fill('200');
  await card.getByText('With legend').click();
  await changed('height=200 data-x="1"', 'height="200" data-x="1" legend="false"');
  await card.getByRole('button', { name: /Kind/ }).click();
  await page.getByRole('option', { name: 'lines' }).click();
  await changed('height=200 data-x="1"', 'height="200" data-x="1" legend="false" kind="lines"');
});

test('ADD-EDIT-9: the slash menu adds a block with its required parameters', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/ink.md');
  await textEditor(page).press('Control+End');
  await page.keyboard.type('\n\n/char');
  await page.getByRole('option', { name: 'chart' }).waitFor();
  await page.keyboard.press('Enter');
  await page
    .getByRole('group', { name: 'chart' })
    .getByRole('textbox', { name: 'Data file' })
    .waitFor();
  await expect.poll(() => markdownOf(page)).toContain(':::chart source="" kind="bars"\n');
});

test('ADD-EDIT-11: shortcodes in the form of Hugo are cards, and a field changes nothing else', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/hugo.md');
  const card = page.getByRole('group', { name: 'notice' });
  await card.getByText('now', { exact: true }).waitFor();
  await page.locator('.cm-chip', { hasText: 'ref' }).waitFor();
  await expectUsable(page, 'shortcodes');
  const field = card.getByRole('textbox', { name: 'title' });
  expect(await field.inputValue()).toBe('Closed');
  expect(await markdownOf(page)).toContain(notice);
  await field.fill('Open');
  const changed = notice.replace("title='Closed'", 'title="Open"');
  await expect.poll(() => markdownOf(page)).toContain(changed);
});

test('ADD-EDIT-11: the slash menu adds included shortcodes and those of the site', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/ink.md');
  for (const [name, written] of [
    ['figure', '{{figure src=""}}'],
    ['ref', '{{ref page=""}}'],
    ['highlight', ':::highlight lang=""\n'],
    ['notice', ':::notice\n'],
  ] as const) {
    // A card has a field of the same name as the text.
    await page.locator('.cm-content').press('Control+End');
    await page.keyboard.type(`\n\n/${name}`);
    await page.getByRole('option', { name, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => markdownOf(page)).toContain(written);
  }
});
