import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import { EditorClient } from '../people.fixtures.ts';
import {
  openEditor,
  textEditor,
  typeAtEnd,
  waitForBackup,
  waitForSave,
} from './editor.fixtures.ts';
import { addSession, expectNarrow, expectUsable, startWithAdmin } from './fixtures.ts';

const text = '---\ntitle: Ink\nworkflow: draft\n---\nOne.\n\nTwo.\n\nThree.\n';

let browser: TestBrowser;
let server: TestServer;
let ada: EditorClient;

beforeAll(async () => {
  browser = await TestBrowser.start();
  const names = ['shown', 'disk', 'merged', 'clash', 'locked', 'status', 'trash'];
  server = await startWithAdmin({
    files: Object.fromEntries(names.map((name) => [`content/posts/${name}.md`, text])),
  });
  ada = new EditorClient(await server.signedIn());
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

async function openedBy(username: string, path: string): Promise<TestPage> {
  const page = await browser.open(server);
  await addSession(page, server, username);
  const following = page.waitForResponse((response) => response.url().endsWith('/api/changes'));
  await openEditor(page, path);
  await following;
  return page;
}

const shownText = (page: TestPage) => textEditor(page).innerText();

async function saveByAda(path: string, content: string): Promise<void> {
  await ada.client.post('/__admin/api/documents/unlock', { path, force: true });
  await ada.saved({ path, content });
}

test('ADD-LIVE-2: a text that another person saved appears, and can be taken back', async () => {
  const path = 'posts/shown.md';
  await using maria = await openedBy('editor', path);
  await saveByAda(path, 'One.\n\nTwo, by ada.\n\nThree.\n');
  await expect.poll(() => shownText(maria)).toContain('Two, by ada.');
  await maria.getByText(/^ada saved another version .*The page shows it now\./).waitFor();
  await maria
    .getByRole('region', { name: 'Messages' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect.poll(() => shownText(maria)).not.toContain('by ada');
  await maria.keyboard.press('Control+s');
  await waitForSave(maria);
  expect(await server.read(`content/${path}`)).toContain('\nOne.\n\nTwo.\n\nThree.\n');
});

test('ADD-LIVE-2: an edit on disk appears with its cause', async () => {
  await using maria = await openedBy('editor', 'posts/disk.md');
  await server.write('content/posts/disk.md', text.replace('Two', 'Two, on disk'));
  await expect.poll(() => shownText(maria)).toContain('Two, on disk.');
  await maria.getByText(/^Its file was edited on disk/).waitFor();
});

test('ADD-LIVE-2: beside unsaved text, merging is offered at once and keeps both', async () => {
  const path = 'posts/merged.md';
  await using maria = await openedBy('editor', path);
  await typeAtEnd(maria, 'Four, by maria.');
  await waitForBackup(maria);
  await saveByAda(path, 'One, by ada.\n\nTwo.\n\nThree.\n');
  const offer = maria.getByRole('button', { name: 'Merge', exact: true });
  await offer.waitFor();
  await expectUsable(maria, 'live-merge');
  await expectNarrow(maria);
  await offer.click();
  await expect.poll(() => shownText(maria)).toMatch(/One, by ada\.[^]*Four, by maria\./);
  await maria.getByText('Both versions merged', { exact: false }).waitFor();
  await ada.client.post('/__admin/api/documents/unlock', { path, force: true });
  await maria.keyboard.press('Control+s');
  await waitForSave(maria);
  expect(await server.read(`content/${path}`)).toContain(
    '\nOne, by ada.\n\nTwo.\n\nThree.\n\nFour, by maria.',
  );
});

test('ADD-LIVE-2: texts that clash are compared instead', async () => {
  const path = 'posts/clash.md';
  await using maria = await openedBy('editor', path);
  await typeAtEnd(maria, 'Four, by maria.');
  await waitForBackup(maria);
  await saveByAda(path, 'One.\n\nTwo.\n\nThree.\nFour, by ada.\n');
  await maria.getByRole('button', { name: 'Merge', exact: true }).click();
  const conflict = maria.getByRole('region', { name: /^This document has changed/ });
  await conflict.getByText('Both of you changed the same text in 1 place').waitFor();
});

test('ADD-LIVE-2: locks, states and removal by others show in an open document', async () => {
  await using maria = await openedBy('editor', 'posts/locked.md');
  // A look at the document can come after its removal.
  maria.expects(404);
  await ada.client.post('/__admin/api/documents/lock', { path: 'posts/locked.md' });
  await maria.getByText('ada is editing this document').waitFor();
  await ada.client.post('/__admin/api/documents/unlock', { path: 'posts/locked.md', force: true });
  await maria.getByText('ada is editing this document').waitFor({ state: 'detached' });

  await openEditor(maria, 'posts/status.md');
  await ada.client.post('/__admin/api/documents/status', {
    path: 'posts/status.md',
    status: 'in_review',
  });
  await maria.getByText('In review').first().waitFor();

  await openEditor(maria, 'posts/trash.md');
  await ada.client.post('/__admin/api/documents/delete', { path: 'posts/trash.md' });
  await maria.getByText('ada moved this document to the trash').waitFor();
});

test('ADD-LIVE-2: lists of documents follow, too', async () => {
  await using maria = await browser.open(server);
  await addSession(maria, server, 'editor');
  const following = maria.waitForResponse((response) => response.url().endsWith('/api/changes'));
  await maria.goto('/__admin/documents');
  await following;
  await maria.getByRole('link', { name: 'Ink' }).first().waitFor();
  await ada.created({ title: 'Just written' });
  await maria.getByRole('link', { name: 'Just written' }).waitFor();
});
