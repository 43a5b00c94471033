import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import { paste } from './clipboard.fixtures.ts';
import { focusedLabel, textEditor } from './editor.fixtures.ts';
import { addSession, expectUsable, startWithAdmin } from './fixtures.ts';
import { png } from './media.fixtures.ts';

let browser: TestBrowser;
let server: TestServer;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: { 'galley.yaml': '', 'config/site.yaml': 'title: Ink\n' },
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

const guide = readFileSync(
  new URL('../../../docs/guides/an-article-in-actions.md', import.meta.url),
  'utf8',
);

/** The actions of Galley in the guide's table, by step. */
const documented = new Map(
  [...guide.matchAll(/^\| ([^|]+?) +\| +(\d+) \|/gm)].map(([, step, count]) => [
    step,
    Number(count),
  ]),
);

test('an article with pictures, table, footnote, quote, tags and cover takes the documented actions', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await page.goto('/__admin/');
  await page.getByRole('heading', { level: 1 }).waitFor();

  const actions = new Map<string, number>();
  let step = '';
  /** A click, a key or shortcut, a paste, or a text typed in one go. */
  const act = async (work: Promise<unknown>): Promise<void> => {
    await work;
    actions.set(step, (actions.get(step) ?? 0) + 1);
  };
  const { keyboard } = page;
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

  step = 'Create it with a title';
  await act(keyboard.press('n'));
  const dialog = page.getByRole('dialog', { name: 'New document' });
  await dialog.waitFor();
  await act(dialog.getByLabel(/^Title/).fill('The harbour at dawn'));
  await act(keyboard.press('Enter'));
  await textEditor(page).waitFor();
  await expect.poll(() => focusedLabel(page)).toBe('Text');

  step = 'Text, two headings and a quote';
  await act(
    keyboard.type(
      'Ferries leave before the sun.\n\n## The quay\nRopes are coiled.\n\n> Nobody hurries here.\n\n\n## The crossing\nIt takes an hour.',
    ),
  );

  step = 'A footnote';
  await act(keyboard.type(' /footnote'));
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await act(keyboard.press('Enter'));
  await act(keyboard.type('In winter, two.'));

  step = 'A table of three rows';
  await act(keyboard.press('Control+End'));
  await act(
    paste(page, {
      html: '<table><tr><th>Ship</th><th>Leaves</th></tr><tr><td>Alba</td><td>5:10</td></tr><tr><td>Nordia</td><td>5:40</td></tr></table>',
      text: 'Ship\tLeaves\nAlba\t5:10\nNordia\t5:40',
    }),
  );

  step = 'Three pictures with alt texts';
  await act(keyboard.press('Control+End'));
  const files = Object.fromEntries(
    ['bow', 'deck', 'wake'].map((name, seed) => [
      `${name}.png`,
      png(60, 40, seed).toString('base64'),
    ]),
  );
  await act(paste(page, { files }));
  const described = page.getByRole('dialog', { name: 'Image', exact: true });
  for (const name of ['bow', 'deck', 'wake']) {
    await described.getByText(`${name}.png`).waitFor();
    await act(described.getByLabel('Alt text').fill(`The ${name}`));
    await act(keyboard.press('Enter'));
    await described.getByText(`${name}.png`).waitFor({ state: 'detached' });
  }

  step = 'Cover and two tags';
  const panel = page.getByRole('complementary', { name: 'Document details' });
  await act(
    panel.getByLabel('Upload a cover image').setInputFiles({
      name: 'cover.png',
      mimeType: 'image/png',
      buffer: png(60, 40, 4),
    }),
  );
  await act(panel.getByLabel('Alt text of the cover image').fill('The harbour'));
  await act(panel.getByRole('combobox', { name: 'Tags' }).fill('Harbour, Ferries,'));
  await expectUsable(page, 'article');

  step = 'Publish';
  await act(button('Publish').click());
  await act(page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click());
  await page.getByText('Document published').waitFor();

  const { text } = await server.visitor().get('/posts/the-harbour-at-dawn/');
  for (const part of [
    '<h2 id="the-quay"',
    '<blockquote>',
    'Nobody hurries here.',
    'In winter, two.',
    '<td>Nordia</td>',
    'alt="The wake"',
    'alt="The harbour"',
    '>Ferries</a>',
  ])
    expect(text).toContain(part);
  expect(Object.fromEntries(actions)).toEqual(Object.fromEntries(documented));
});
