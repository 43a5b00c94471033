import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser } from '@galley/testing';
import { admin, type TestServer } from '../fixtures.ts';
import { act, kept, open, saved, textOf, typeAtEnd } from './editor.fixtures.ts';
import { expectUsable, signedIn, startWithAdmin } from './fixtures.ts';

const file = `---
# Agreed with the desk.
title: Ink   # short
workflow: draft
tags: [presses, ink]
fields:
  price: 12 # with tax
  # Of the photographer.
  credit: Ruth
---
## The black

Black.

## The red

Red.
`;

let browser: TestBrowser;
let server: TestServer;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    example: true,
    files: {
      'content/posts/ink.md': file,
      'content/posts/plan.md': file,
      'content/posts/ask.md': file.replace(
        'workflow: draft\n',
        'workflow: draft\nauthor: author\n',
      ),
      'content/posts/picture.md': file,
      'content/posts/raw.md': file,
    },
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

test('fields change their lines of the file and leave its comments', async () => {
  await using page = await browser.open(server);
  await signedIn(page, server, 'editor');
  await open(page, 'posts/ink.md');
  const panel = page.getByRole('complementary', { name: 'About this document' });
  await panel.getByLabel('Title').fill('Ink and oil');
  await panel.getByLabel('Tags').fill('presses, oil');
  await panel.getByLabel('price').fill('14');
  await kept(page);
  await expectUsable(page, 'fields');
  await page.keyboard.press('Control+s');
  await saved(page);
  const now = await server.read('content/posts/ink.md');
  expect(now).toContain('# Agreed with the desk.\ntitle: Ink and oil   # short\n');
  expect(now).toContain('  price: 14 # with tax\n  # Of the photographer.\n  credit: Ruth\n');
  expect(now).toMatch(/tags: \[ ?presses, oil ?\]/);
  expect(now).toContain('\n## The black\n\nBlack.\n\n## The red\n\nRed.\n');
});

test('the raw frontmatter and the fields say the same, and a mistake is told with its line', async () => {
  await using page = await browser.open(server);
  await signedIn(page, server, 'editor');
  await open(page, 'posts/raw.md');
  const panel = page.getByRole('complementary', { name: 'About this document' });
  await panel.getByLabel('Summary').fill('Of inks.');
  await panel.getByRole('tab', { name: 'Frontmatter' }).click();
  const yaml = panel.getByRole('textbox', { name: 'Frontmatter' });
  await expect.poll(() => yaml.innerText()).toContain('summary: Of inks.');
  await yaml.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('layout: "wide');
  await page
    .getByRole('alert')
    .filter({ hasText: 'cannot be read' })
    .getByText(/Line \d+/)
    .waitFor();
  await expectUsable(page, 'frontmatter-broken');
  await page.keyboard.type('"');
  await page.keyboard.type('\n# By hand.');
  await panel.getByRole('tab', { name: 'Fields' }).click();
  await expect.poll(() => panel.getByLabel('Layout').inputValue()).toBe('wide');
  await page.keyboard.press('Control+s');
  await saved(page);
  const now = await server.read('content/posts/raw.md');
  expect(now).toContain('summary: Of inks.\nlayout: "wide"\n# By hand.\n');
  expect(now).toContain('title: Ink   # short\n');
});

test('a document is published, changed beside its public text, planned, and taken off', async () => {
  await using page = await browser.open(server);
  await signedIn(page, server, admin.username);
  await open(page, 'posts/plan.md');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published', { exact: true }).waitFor();
  await typeAtEnd(page, 'More.');
  await page.keyboard.press('Control+s');
  await page.getByText('An earlier text is public').waitFor();

  await act(page, /^Schedule/);
  const dialog = page.getByRole('dialog', { name: 'Schedule' });
  await dialog.getByText('Europe/Madrid').waitFor();
  await dialog.getByLabel('Publish at').fill('2031-01-02T09:00');
  await expectUsable(page, 'schedule');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Scheduled', { exact: true }).waitFor();
  const client = await server.signedIn();
  const { scheduled_publish_at: at } = (
    await client.get('/__admin/api/document?path=posts/plan.md')
  ).json();
  expect(new Date(at as string).toISOString()).toBe('2031-01-02T08:00:00.000Z');

  await act(page, 'Take off the public site');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Take off the public site' })
    .click();
  await page.getByText('It is no longer public').waitFor();
});

test('who may not publish asks for a review, and is told why the rest is off', async () => {
  await using page = await browser.open(server);
  await signedIn(page, server, 'author');
  await open(page, 'posts/ask.md');
  await typeAtEnd(page, 'Ready.');
  await page.getByRole('button', { name: 'Request a review' }).click();
  await page.getByText('In review', { exact: true }).waitFor();
  expect(await server.read('content/posts/ask.md')).toContain('Ready.');
  await page.getByRole('button', { name: 'More actions' }).click();
  const archive = page.getByRole('menuitem', { name: /Archive/ });
  await archive.getByText('Your role may not publish').waitFor();
  expect(await archive.getAttribute('aria-disabled')).toBe('true');
  await expectUsable(page, 'actions');
});

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('a picture that is pasted goes into the library and, with what it says, into the text', async () => {
  await using page = await browser.open(server);
  await signedIn(page, server, 'editor');
  await open(page, 'posts/picture.md');
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob('${pixel}'), (one) => one.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], 'press.png', { type: 'image/png' }));
    const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(paste);
  })()`);
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  await dialog.getByLabel('Text for those who do not see it').fill('A [small] press');
  await expectUsable(page, 'picture');
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await expect
    .poll(() => textOf(page).innerText())
    .toMatch(/!\[A \\\[small\\\] press\]\(\/media\/\S*press\S*\.png\)/);

  await page.keyboard.press('Control+k');
  const link = page.getByRole('dialog', { name: 'Link' });
  await link.getByLabel('Address, or words of a document').fill('breakfast');
  await link.getByRole('button', { name: /Six hours before breakfast/ }).click();
  await expect
    .poll(() => textOf(page).innerText())
    .toMatch(/\[Six hours before breakfast\]\(\/\S+\)/);
  await kept(page);
});

test('the preview shows the text in the theme, in a frame that runs nothing', async () => {
  await using page = await browser.open(server);
  await signedIn(page, server, 'editor');
  await open(page, 'posts/picture.md');
  await page.keyboard.press('Control+Shift+p');
  const frame = page.frameLocator('iframe >> nth=-1');
  await frame.getByRole('heading', { name: 'The red' }).waitFor();
  await typeAtEnd(page, '\n\n<script>document.title = "run"</script> Crimson.');
  await frame.getByText('Crimson.').first().waitFor();
  expect(await page.locator('iframe').first().getAttribute('sandbox')).toBe('');
  await expectUsable(page, 'preview');
});

test('the editor speaks German, and fits a telephone', async () => {
  const viewport = { width: 360, height: 740 };
  await using page = await browser.open(server, { locale: 'de-DE', viewport, colorScheme: 'dark' });
  await signedIn(page, server, 'editor');
  await open(page, 'posts/morning-edition.md');
  await page.getByRole('button', { name: 'Speichern', exact: true }).waitFor();
  await expectUsable(page, 'editor-german');
  await page.getByRole('button', { name: 'Felder und mehr' }).click();

  await page.getByRole('dialog').getByLabel('Zusammenfassung').waitFor();
  await expectUsable(page, 'editor-german-fields');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
});
