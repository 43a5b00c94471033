import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChatEndpoint, TestBrowser, writing } from '@galley/testing';
import { admin, type TestServer } from '../fixtures.ts';
import {
  chooseAction,
  customFields,
  focusedLabel,
  waitForBackup,
  offerPage,
  openEditor,
  pixel,
  waitForSave,
  markdownOf,
  textEditor,
  typeAtEnd,
} from './editor.fixtures.ts';
import { expectUsable, addSession, startWithAdmin } from './fixtures.ts';

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
let endpoint: ChatEndpoint;
let server: TestServer;

beforeAll(async () => {
  browser = await TestBrowser.start();
  endpoint = await ChatEndpoint.start();
  server = await startWithAdmin({
    example: true,
    beside: endpoint,
    environment: {
      GALLEY_ADMIN_USERNAME: admin.username,
      GALLEY_ADMIN_PASSWORD: admin.password,
      GALLEY_AIWRITER_API_KEY: 'sk-of-the-tests-1',
      GALLEY_AIWRITER_BASE_URL: endpoint.baseUrl,
    },
    files: {
      'content/config/custom-fields.yaml': customFields,
      'content/pages/offer.md': offerPage,
      'content/posts/tools.md': '---\ntitle: Tools\nworkflow: draft\n---\n',
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

test('fields change their lines of the file and preserve comments', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/ink.md');
  const panel = page.getByRole('complementary', { name: 'Document details' });
  await panel.getByLabel('Title').fill('Ink and oil');
  await panel.getByRole('combobox', { name: 'Tags' }).fill('presses, oil,');
  await panel.getByLabel('price').fill('14');
  await waitForBackup(page);
  await expectUsable(page, 'fields');
  await page.keyboard.press('Control+s');
  await waitForSave(page);
  const now = await server.read('content/posts/ink.md');
  expect(now).toContain('# Agreed with the desk.\ntitle: Ink and oil   # short\n');
  expect(now).toContain('  price: 14 # with tax\n  # Of the photographer.\n  credit: Ruth\n');
  expect(now).toMatch(/tags: \[ ?presses, ink, oil ?\]/);
  expect(now).toContain('\n## The black\n\nBlack.\n\n## The red\n\nRed.\n');
});

test('raw frontmatter and fields stay in sync, and a mistake is shown with its line', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/raw.md');
  const panel = page.getByRole('complementary', { name: 'Document details' });
  await panel.getByLabel('Summary').fill('Of inks.');
  await panel.getByRole('tab', { name: 'Frontmatter' }).click();
  const yaml = panel.getByRole('textbox', { name: 'Frontmatter' });
  await expect.poll(() => yaml.innerText()).toContain('summary: Of inks.');
  await yaml.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('layout: "wide');
  await page
    .getByRole('alert')
    .filter({ hasText: 'can’t be read' })
    .getByText(/Line \d+/)
    .waitFor();
  await expectUsable(page, 'frontmatter-broken');
  await yaml.press('Control+End');
  await page.keyboard.type('"');
  await page.keyboard.type('\n# By hand.');
  await panel.getByRole('tab', { name: 'Fields' }).click();
  await panel.getByRole('button', { name: 'Layout and language' }).click();
  await expect.poll(() => panel.getByRole('button', { name: /wide/ }).count()).toBe(1);
  await page.keyboard.press('Control+s');
  await waitForSave(page);
  const now = await server.read('content/posts/raw.md');
  expect(now).toContain('summary: Of inks.\nlayout: "wide"\n# By hand.\n');
  expect(now).toContain('title: Ink   # short\n');
});

test('a document is published, edited beside its public version, scheduled and unpublished', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, admin.username);
  await openEditor(page, 'posts/plan.md');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published', { exact: true }).waitFor();
  await typeAtEnd(page, 'More.');
  await page.keyboard.press('Control+s');
  await page.getByText('The published version differs').waitFor();

  await chooseAction(page, /^Schedule/);
  const dialog = page.getByRole('dialog', { name: 'Schedule' });
  await dialog.getByText('Europe/Madrid').waitFor();
  await dialog.getByLabel(/^Publish at/).fill('2031-01-02T09:00');
  await expectUsable(page, 'schedule');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Scheduled', { exact: true }).waitFor();
  const client = await server.signedIn();
  const { scheduled_publish_at: at } = (
    await client.get('/__admin/api/document?path=posts/plan.md')
  ).json();
  expect(new Date(at as string).toISOString()).toBe('2031-01-02T08:00:00.000Z');

  await chooseAction(page, 'Unpublish');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click();
  await page.getByText('Document unpublished').waitFor();
});

test('an author fills in required fields and requests a review by name, and a publisher publishes', async () => {
  const ada = await server.signedIn();
  const rosa = { username: 'reviewer', name: 'Rosa Ink', email: '', role: 'reviewer' };
  expect((await ada.post('/__admin/api/users/save', rosa)).status).toBe(200);
  await using publisher = await browser.open(server);
  publisher.expects(422);
  await addSession(publisher, server, admin.username);
  await openEditor(publisher, 'pages/offer.md');
  await publisher.getByRole('button', { name: 'Publish', exact: true }).click();
  await publisher.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
  await publisher.getByText(/It cannot be published yet: Price is required/).waitFor();
  const field = 'document.activeElement.closest("[data-field]")?.dataset.field';
  await expect.poll(() => publisher.evaluate(field)).toBe('fields.price');
  await expectUsable(publisher, 'field-missing');

  await using page = await browser.open(server);
  await addSession(page, server, 'author');
  await openEditor(page, 'pages/offer.md');
  const panel = page.getByRole('complementary', { name: 'Document details' });
  await panel.getByLabel('Price').fill('12');
  await panel.getByLabel('Since').fill('1901');
  await panel.getByRole('button', { name: /Kind/ }).click();
  await page.getByRole('option', { name: 'book' }).click();
  await page.getByRole('button', { name: 'Request review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request review' });
  await dialog.getByRole('combobox', { name: 'Reviewer' }).fill('ros');
  await page.getByRole('option', { name: 'Rosa Ink' }).click();
  await dialog.getByLabel('Note').fill('For Friday.');
  await expectUsable(page, 'request-review');
  await dialog.getByRole('button', { name: 'Request', exact: true }).click();
  await page.getByText('In review', { exact: true }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => focusedLabel(page)).toContain('Request review');
  expect(await server.read('content/pages/offer.md')).toMatch(
    /city: Porto # or Lisbon\n {4}since: 1901\n {2}price: 12\n {2}kind: book\n/,
  );
  const told = await ada.get('/__admin/api/document?path=pages/offer.md');
  expect(told.json<{ editorial: object }>().editorial).toMatchObject({
    reviewer: null,
    events: [{ action: 'request_review', note: 'For Friday.', details: { asked: 'reviewer' } }],
  });

  await publisher.reload();
  await publisher.getByRole('button', { name: 'Publish', exact: true }).click();
  await publisher.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
  await publisher.getByText('Published', { exact: true }).waitFor();
});

test('a document is assigned to a user by name', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/tools.md');
  await chooseAction(page, 'Assign…');
  const dialog = page.getByRole('dialog', { name: 'Assign “Tools”' });
  await dialog.getByRole('combobox', { name: 'Assignee' }).fill('auth');
  await page.getByRole('option', { name: 'author' }).click();
  await expectUsable(page, 'assign');
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => focusedLabel(page)).toBe('More actions');
});

test('a user who may not publish sees why other states are disabled', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'author');
  await openEditor(page, 'posts/ask.md');
  await page.getByRole('button', { name: 'More actions' }).click();
  const archive = page.getByRole('menuitem', { name: /Archive/ });
  await archive.getByText('You don’t have permission to publish').waitFor();
  await expect.poll(() => archive.getAttribute('aria-disabled')).toBe('true');
  await expectUsable(page, 'actions');
});

test('a pasted image is uploaded and inserted with its alt text', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/picture.md');
  await textEditor(page).focus();
  await page.keyboard.press('Control+End');
  await page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob('${pixel}'), (one) => one.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], 'press.png', { type: 'image/png' }));
    const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(paste);
  })()`);
  const dialog = page.getByRole('dialog', { name: 'Image' });
  await dialog.getByLabel('Alt text').fill('A [small] press');
  await expectUsable(page, 'picture');
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await expect
    .poll(() => markdownOf(page))
    .toMatch(/!\[A \\\[small\\\] press\]\(\/media\/\S*press\S*\.png\)/);

  await page.keyboard.press('Control+k');
  const link = page.getByRole('dialog', { name: 'Link' });
  await link.getByLabel('Address or document').fill('breakfast');
  await link.getByRole('button', { name: /Six hours before breakfast/ }).click();
  await expect.poll(() => markdownOf(page)).toMatch(/\[Six hours before breakfast\]\(\/\S+\)/);
  await waitForBackup(page);
});

test('a new image is chosen and described once for text and library, and Escape returns to the text', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/tools.md');
  await typeAtEnd(page, '\n/imag');
  await page.getByRole('option', { name: 'Image' }).click();
  const picker = page.getByRole('dialog', { name: 'Choose an image' });
  await picker.getByLabel('Upload a file').setInputFiles({
    name: 'type.png',
    mimeType: 'image/png',
    buffer: Buffer.from(pixel, 'base64'),
  });
  const dialog = page.getByRole('dialog', { name: 'Image', exact: true });
  await dialog.getByLabel('Alt text').fill('Type in its case');
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await expect
    .poll(() => markdownOf(page))
    .toMatch(/!\[Type in its case\]\(\/media\/\S*type\S*\.png\)/);
  await expect.poll(() => focusedLabel(page)).toBe('Text');
  const client = await server.signedIn();
  const alt = async () => {
    const { items } = (await client.get('/__admin/api/media?q=type')).json<{
      items: { name: string; metadata: { alt?: string } }[];
    }>();
    return items.find(({ name }) => name.startsWith('type') && name.endsWith('.png'))?.metadata.alt;
  };
  await expect.poll(alt).toBe('Type in its case');

  await page.getByRole('button', { name: 'Image', exact: true }).click();
  await picker.waitFor();
  await page.keyboard.press('Escape');
  await picker.waitFor({ state: 'detached' });
  await expect.poll(() => focusedLabel(page)).toBe('Text');
});

test('slash inserts blocks, Tab moves through a table, and find and replace works', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/tools.md');
  await textEditor(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('/tab');
  await page.getByRole('option', { name: 'Table' }).waitFor();
  await expectUsable(page, 'slash-menu');
  await page.keyboard.press('Enter');
  for (const word of ['Ink', 'Oil', 'Soot', 'Lamp oil']) {
    await page.keyboard.type(word);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('Last');
  await page.keyboard.press('Shift+Tab');
  const rows = ['| Ink | Oil |', '| --- | --- |', '| Soot | Lamp oil |', '| Last |  |'];
  await expect.poll(async () => (await markdownOf(page)).trim()).toBe(rows.join('\n'));
  // The previous cell is selected, so typing replaces it.
  await page.keyboard.type('Fish oil');
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find' }).fill('oil');
  await page.getByRole('textbox', { name: 'Replace' }).fill('wax');
  await expectUsable(page, 'find');
  await page.getByRole('button', { name: 'replace all' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => markdownOf(page)).toMatch(/Ink.*wax.*\n.*\n.*Fish wax/);
  await expect.poll(() => focusedLabel(page)).toBe('Text');

  await page.keyboard.press('Control+Shift+F');
  await page.getByRole('button', { name: 'Exit focus mode' }).waitFor();
  await expect.poll(() => page.getByRole('toolbar').isVisible()).toBe(false);
  await expect.poll(() => page.getByRole('complementary').isVisible()).toBe(false);
  await expectUsable(page, 'focus');
  // With caps lock on, Shift+F reports the lower-case `f`, which without Shift would open the search.
  const held = { ctrlKey: true, shiftKey: true, modifierCapsLock: true };
  await textEditor(page).dispatchEvent('keydown', { key: 'f', keyCode: 70, ...held });
  await page.getByRole('toolbar').waitFor();
});

test('an accepted suggestion of the AI writer is inserted and can be undone', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/raw.md');
  const before = await textEditor(page).innerText();
  await textEditor(page).focus();
  await page.keyboard.press('Control+End');
  endpoint.reply = writing('Soot and oil.');
  await page.getByRole('tab', { name: 'AI writer' }).click();
  await page.getByLabel('What to write').fill('What ink is made of');
  const write = page.getByRole('button', { name: 'Write', exact: true });
  const suggested = page.getByRole('status').filter({ hasText: 'is a suggestion' });
  await write.click();
  await suggested.waitFor();
  await expect.poll(() => page.locator('ins').innerText()).toBe('Soot and oil.');
  await expectUsable(page, 'suggestion');
  await suggested.getByRole('button', { name: 'Reject' }).click();
  await suggested.waitFor({ state: 'detached' });
  await expect.poll(() => textEditor(page).innerText()).toBe(before);

  await write.click();
  await suggested.getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => textEditor(page).innerText()).toContain('Soot and oil.');
  await expect.poll(() => focusedLabel(page)).toBe('Text');
  await page.keyboard.press('Control+z');
  await expect.poll(() => textEditor(page).innerText()).toBe(before);

  page.expects(502);
  endpoint.reply = (response) => void response.writeHead(500).end();
  await write.click();
  await page.getByRole('alert').filter({ hasText: 'Nothing was written' }).waitFor();
  await expect.poll(() => page.locator('ins, del').count()).toBe(0);
});

test('the preview renders the text in the theme, in a frame without scripts', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/picture.md');
  await page.keyboard.press('Control+Shift+p');
  const frame = page.frameLocator('iframe >> nth=-1');
  await frame.getByRole('heading', { name: 'The red' }).waitFor();
  await typeAtEnd(page, '\n\n<script>document.title = "run"</script> Crimson.');
  await frame.getByText('Crimson.').first().waitFor();
  await expect.poll(() => page.locator('iframe').first().getAttribute('sandbox')).toBe('');
  await expectUsable(page, 'preview');
});

test('the editor is available in German and on a narrow screen', async () => {
  const viewport = { width: 360, height: 740 };
  await using page = await browser.open(server, { locale: 'de-DE', viewport, colorScheme: 'dark' });
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/morning-edition.md');
  await page.getByRole('button', { name: 'Speichern', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Felder und mehr' }).click();

  await page.getByRole('dialog').getByLabel('Zusammenfassung').waitFor();
  await expectUsable(page, 'editor-german-fields');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
});
