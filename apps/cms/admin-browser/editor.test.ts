import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser } from '@galley/testing';
import { admin, password, TestServer, type Client } from '../fixtures.ts';
import {
  chooseAction,
  focusedLabel,
  waitForBackup,
  markdownOf,
  openEditor,
  pixel,
  waitForSave,
  textEditor,
  typeAtEnd,
} from './editor.fixtures.ts';
import { expectUsable, addSession, startWithAdmin } from './fixtures.ts';

const ink = (body = 'Black.\n', more = ''): string =>
  `---\n# What the desk agreed on.\ntitle: Ink\nworkflow: draft\n${more}---\n${body}`;

async function openedBy(client: Client, path: string) {
  const answer = await client.get(`/__admin/api/document?path=${path}&include=raw`);
  return answer.json<{ readonly raw: string; readonly updated_at: string }>();
}

let browser: TestBrowser;
let server: TestServer;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: {
      'content/posts/ink.md': ink(),
      'content/posts/paper.md': ink('One.\n\nTwo.\n\nThree.\n'),
      'content/posts/lead.md': ink(),
      'content/posts/fields.md': ink(),
      'content/posts/type.md': ink(),
      'content/posts/lock.md': ink(),
      'content/posts/quick.md': ink(),
      'content/posts/blocks.md': ink(''),
      'content/posts/disk.md': ink(),
      'content/posts/full.md': '---\ntitle: Full\n---\nText.\n',
    },
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

test('concurrent edits by two users keep both texts, which can be merged', async () => {
  await using maria = await browser.open(server);
  maria.expects(409);
  await addSession(maria, server, 'editor');
  await openEditor(maria, 'posts/paper.md');
  await typeAtEnd(maria, 'Of the editor.');
  await waitForBackup(maria);

  const ada = await server.signedIn();
  const path = 'posts/paper.md';
  const api = '/__admin/api/documents';
  await ada.post(`${api}/unlock`, { path, force: true });
  await ada.post(`${api}/save`, { path, content: 'One, by another.\n\nTwo.\n\nThree.\n' });

  await maria.keyboard.press('Control+s');
  const conflict = maria.getByRole('region', { name: /^This document has changed/ });
  await conflict.waitFor();
  await conflict.getByText(/^ada saved another version/).waitFor();
  await conflict.getByText('Your changes don’t overlap').waitFor();
  const result = conflict.getByRole('textbox', { name: /^Result/ });
  await expect.poll(() => result.innerText()).toContain('Of the editor.');
  await expectUsable(maria, 'conflict');
  await conflict.getByRole('button', { name: 'Save result' }).click();
  await conflict.waitFor({ state: 'detached' });
  expect(await server.read(`content/${path}`)).toMatch(
    /One, by another\.\n\nTwo\.\n\nThree\.\n\nOf the editor\./,
  );
  await expect.poll(() => textEditor(maria).innerText()).toContain('by another');
});

test('fields that differ in a conflict are chosen one by one, without frontmatter', async () => {
  await using maria = await browser.open(server);
  maria.expects(409);
  await addSession(maria, server, 'editor');
  const path = 'posts/fields.md';
  await openEditor(maria, path);
  const panel = maria.getByRole('complementary', { name: 'Document details' });
  await panel.getByLabel('Title').fill('Inks');
  await panel.getByLabel('Summary').fill('Of the editor.');
  await waitForBackup(maria);

  const ada = await server.signedIn();
  const api = '/__admin/api/documents';
  await ada.post(`${api}/unlock`, { path, force: true });
  const frontmatter = { title: 'Ink', summary: 'Of ada.', slug: 'printing-ink' };
  await ada.post(`${api}/save`, { path, content: 'Blacker.\n', frontmatter });

  await maria.keyboard.press('Control+s');
  const conflict = maria.getByRole('region', { name: /^This document has changed/ });
  const choice = (name: string, version: string) =>
    conflict.getByRole('radiogroup', { name }).getByRole('radio', { name: version });
  await expect.poll(() => choice('Title', 'My version Inks').isChecked()).toBe(true);
  expect(await choice('Slug', 'Other version printing-ink').isChecked()).toBe(true);
  expect(await choice('Summary', 'My version Of the editor.').isChecked()).toBe(true);
  await conflict.getByText('Both of you changed the same text in 1 place').waitFor();
  expect(await conflict.getByRole('textbox', { name: /^Result/ }).innerText()).toMatch(
    /^Blacker\.\s*$/,
  );
  await expectUsable(maria, 'conflict-fields');
  await choice('Summary', 'Other version Of ada.').press('Space');
  await conflict.getByRole('button', { name: 'Save result' }).click();
  await conflict.waitFor({ state: 'detached' });
  const now = await server.read(`content/${path}`);
  expect(now).toMatch(/^---\n# What the desk agreed on\.\ntitle: Inks\n/);
  expect(now).toMatch(/summary: Of ada\.\nslug: printing-ink\n[^]*---\nBlacker\.\n$/);
});

test('a conflict with an edit on disk names the disk, not the last editor', async () => {
  await using maria = await browser.open(server);
  maria.expects(409);
  await addSession(maria, server, 'editor');
  const path = 'posts/disk.md';
  await openEditor(maria, path);
  await typeAtEnd(maria, 'Of the editor.');
  await waitForBackup(maria);
  const before = await server.read(`content/${path}`);
  await server.write(`content/${path}`, `${before}\nBy hand.\n`);
  await maria.keyboard.press('Control+s');
  const conflict = maria.getByRole('region', { name: /^This document has changed/ });
  await conflict.getByText(/^Its file was edited on disk/).waitFor();
});

test('a save that cannot be written to disk is reported in the editor and on Home', async () => {
  await using maria = await browser.open(server);
  await addSession(maria, server, 'editor');
  const path = 'posts/full.md';
  // A file at this path blocks the folder that the published copy needs.
  await server.write('content/.published', 'In the way.');
  await openEditor(maria, path);
  await typeAtEnd(maria, 'Of the editor.');
  await maria.keyboard.press('Control+s');
  await maria.getByText('Saved, but not in the content folder yet').waitFor();
  await maria.getByText(/another file or folder is in the way/).waitFor();
  await maria.goto('/__admin/');
  await maria.getByText('The content folder can’t be written', { exact: true }).waitFor();
  await rm(join(server.project, 'content/.published'));
  await expect.poll(() => server.read(`content/${path}`), { timeout: 60_000 }).toContain('editor');
});

test('opening a document from a list takes one request besides its comments, and saving its text a single short one', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  const listed = ['documents?', 'documents/types', 'documents/working-copies'].map((operation) =>
    page.waitForResponse((response) => response.url().includes(`/api/${operation}`)),
  );
  await page.goto('/__admin/documents?q=quick');
  await Promise.all(listed);
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, operation] = /\/api\/([^?]*)/.exec(request.url()) ?? [];
    if (operation?.startsWith('document'))
      asked.push(`${operation} ${request.headers()['prefer'] ?? ''}`.trim());
  });
  await page.getByRole('link', { name: 'Ink', exact: true }).click();
  await textEditor(page).waitFor();
  // The stream of changes keeps the network busy.
  await page.evaluate('new Promise((resolve) => requestIdleCallback(() => resolve()))');
  expect(asked).toEqual(['document', 'documents/comments']);
  await typeAtEnd(page, 'Grey.');
  await page.keyboard.press('Control+s');
  await waitForSave(page);
  expect(asked.slice(2)).toEqual(expect.arrayContaining(['documents/save']));

  const save = async (): Promise<void> => {
    const answered = page.waitForResponse(/documents\/save$/);
    await page.keyboard.press('Control+s');
    await answered;
  };
  await page.keyboard.type(' White.');
  await save();
  expect(asked).toContain('documents/save return=minimal');
  const panel = page.getByRole('complementary', { name: 'Document details' });
  await panel.getByRole('tab', { name: 'Frontmatter' }).click();
  const { raw, updated_at } = await openedBy(await server.signedIn(), 'posts/quick.md');
  const yaml = panel.getByRole('textbox', { name: 'Frontmatter' });
  await expect.poll(() => yaml.innerText()).toContain(updated_at);

  await panel.getByRole('tab', { name: 'Fields' }).click();
  await panel.getByLabel('Summary').fill('Of inks.');
  await save();
  expect(raw).toMatch(/Grey\. White\.$/);
  expect(await server.read('content/posts/quick.md')).toMatch(
    /summary: Of inks\.[^]*Grey\. White\.$/,
  );
});

test('a user whose session ends while writing signs in over the text and continues', async () => {
  await using page = await browser.open(server);
  page.expects(401);
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/lead.md');
  await typeAtEnd(page, 'Heavy');
  await waitForBackup(page);
  await page.context().clearCookies();
  await page.keyboard.type(' and grey.');
  const sheet = page.getByRole('dialog', { name: 'Sign in again' });
  await sheet.waitFor();
  await sheet.getByLabel(/^password/i).fill(password);
  await sheet.getByRole('button', { name: 'Sign in' }).click();
  await sheet.waitFor({ state: 'detached' });
  await waitForBackup(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await waitForSave(page);
  expect(await server.read('content/posts/lead.md')).toContain('Heavy and grey.');
});

test('ADD-ROOM-7: without WebSockets, a locked document is read-only, and an administrator can take over', async () => {
  await using editor = await browser.open(server);
  await using ada = await browser.open(server);
  for (const page of [editor, ada])
    await page.routeWebSocket(/\/api\/rooms/, (socket) => void socket.close());
  editor.expects(409);
  await addSession(editor, server, 'editor');
  await addSession(ada, server, admin.username);
  await openEditor(editor, 'posts/type.md');
  await typeAtEnd(editor, 'Mine.');
  await waitForBackup(editor);

  await openEditor(ada, 'posts/type.md');
  const notice = ada.getByRole('alert').filter({ hasText: 'editor is editing this document' });
  await notice.waitFor();
  await typeAtEnd(ada, 'No.');
  await expect.poll(() => textEditor(ada).innerText()).not.toContain('No.');
  await expectUsable(ada, 'locked');
  await notice.getByRole('button', { name: 'Take over' }).click();
  await ada.getByRole('alertdialog').getByRole('button', { name: 'Take over' }).click();
  await notice.waitFor({ state: 'detached' });
  await typeAtEnd(ada, 'Of ada.');
  await waitForBackup(ada);

  await editor.keyboard.press('Control+s');
  await editor.getByText('ada took over this document').waitFor();
  await expect.poll(() => textEditor(editor).innerText()).toContain('Mine.');
});

test('leaving the page while it acquires the lock releases the lock', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/lock.md');
  const taking = Promise.withResolvers<void>();
  const isGone = Promise.withResolvers<void>();
  await page.route('**/documents/lock', async (route) => {
    taking.resolve();
    await isGone.promise;
    await route.continue();
  });
  await typeAtEnd(page, 'A');
  await taking.promise;
  await page.getByRole('link', { name: 'Documents' }).first().click();
  await textEditor(page).waitFor({ state: 'detached' });
  const locked = page.waitForResponse(/documents\/lock/);
  const unlocked = page.waitForResponse(/documents\/unlock/);
  isGone.resolve();
  expect((await locked).status()).toBe(200);
  expect((await unlocked).status()).toBe(200);
  const ada = await server.signedIn();
  const { lock } = (await ada.get('/__admin/api/document?path=posts/lock.md')).json<{
    lock: unknown;
  }>();
  expect(lock).toBeNull();
});

test('discarded text can be restored by undo, and is deleted otherwise', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/lead.md');
  await typeAtEnd(page, 'Never mind.');
  await waitForBackup(page);
  await chooseAction(page, /Discard unsaved changes/);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
  await expect.poll(() => textEditor(page).innerText()).not.toContain('Never mind.');
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect.poll(() => textEditor(page).innerText()).toContain('Never mind.');
});

const enterWhenTaskIsOffered = `new Promise((resolve) => {
  const observer = new MutationObserver(() => {
    const selected = document.querySelector('[role=option][aria-selected=true]');
    if (!/task/i.test(selected?.textContent)) return;
    observer.disconnect();
    const enter = { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true };
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', enter));
    resolve();
  });
  observer.observe(document.body, { attributes: true, childList: true, subtree: true });
})`;

test('typing continues after a block prefix, and below a divider or image', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/blocks.md');
  const rewrite = async (steps: () => Promise<void>): Promise<string> => {
    await textEditor(page).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await steps();
    return (await markdownOf(page)).replaceAll('\n\n', '\n');
  };
  for (const [name, expected] of [
    ['Heading', '## Dough'],
    ['Bulleted list', '- Dough'],
    ['Quote', '> Dough'],
  ] as const) {
    const text = await rewrite(async () => {
      const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
      await toolbar.getByRole('button', { name, exact: true }).click();
      await page.keyboard.type('Dough');
    });
    expect(text.trim()).toBe(expected);
  }
  const slash = await rewrite(async () => {
    const chosen = page.evaluate(enterWhenTaskIsOffered);
    await page.keyboard.type('/task');
    await chosen;
    await page.keyboard.type('Dough');
  });
  expect(slash.trim()).toBe('- [ ] Dough');

  await rewrite(async () => {
    await page.keyboard.type('Before');
    await page.getByRole('button', { name: 'Divider', exact: true }).click();
    await page.keyboard.type('xyz');
    await page.getByRole('button', { name: 'Image', exact: true }).click();
    const picker = page.getByRole('dialog', { name: 'Choose an image' });
    await picker.getByLabel('Upload a file').setInputFiles({
      name: 'oven.png',
      mimeType: 'image/png',
      buffer: Buffer.from(pixel, 'base64'),
    });
    const dialog = page.getByRole('dialog', { name: 'Image', exact: true });
    await dialog.getByLabel('Alt text').fill('An oven');
    await dialog.getByRole('button', { name: 'Insert' }).click();
    await expect.poll(() => focusedLabel(page)).toBe('Text');
    await page.keyboard.type('After');
  });
  await page.keyboard.press('Control+s');
  await waitForSave(page);
  expect(await server.read('content/posts/blocks.md')).toMatch(
    /---\nBefore\n\n---\n\nxyz\n\n!\[An oven\]\(\S+\)\n\nAfter\n*$/,
  );

  // In bold text, italic adds its own marks instead of taking one asterisk from each pair.
  const bold = await rewrite(async () => {
    await page.keyboard.type('**x**');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Control+i');
  });
  expect(bold.trim()).toBe('***x***');
});

test('typed text survives a server failure and a reload, and is restored with a notice', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/ink.md');
  await typeAtEnd(page, 'Red.');
  await waitForBackup(page);
  // While the server stops, it refuses the stream of changes.
  page.expects(503);
  await server.leave();
  await page.keyboard.type(' And blue.');
  await page.getByText('Server unreachable: backed up in this browser').waitFor();
  const port = Number(new URL(server.url).port);
  await using again = await TestServer.beside(server, { config: { server: { port } } });
  await page.reload();
  await page.getByText(/Unsaved changes from .* restored/).waitFor();
  await expect.poll(() => textEditor(page).innerText()).toContain('Red. And blue.');
  await page.keyboard.press('Control+s');
  await waitForSave(page);
  expect(await again.read('content/posts/ink.md')).toMatch(
    /^---\n# What the desk agreed on\.\ntitle: Ink\n[^]*---\nBlack\.\n\nRed\. And blue\.$/,
  );
  // The server ends before the page is closed, which would find it unreachable again.
  await page.goto('about:blank');
  const refused = /ERR_[A-Z_]+|WebSocket handshake: Unexpected response code: 503/;
  const unexpected = page.problems.filter((problem) => !refused.test(problem));
  // Otherwise, closing the page would hide what failed here.
  (page.problems as string[]).length = 0;
  expect(unexpected).toEqual([]);
});
