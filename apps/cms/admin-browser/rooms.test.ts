import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import { admin, password, type TestServer } from '../fixtures.ts';
import {
  openEditor,
  textEditor,
  typeAtEnd,
  waitForBackup,
  waitForSave,
} from './editor.fixtures.ts';
import { addSession, expectNarrow, expectUsable, startWithAdmin } from './fixtures.ts';
import { requireApprovalFiles } from './review.fixtures.ts';

const text = '---\ntitle: Ink\nworkflow: draft\n---\nOne.\n\nTwo.\n\nThree.\n';
const names = ['typing', 'three', 'offline', 'clash', 'fields'];

let browser: TestBrowser;
let server: TestServer;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: {
      ...requireApprovalFiles,
      ...Object.fromEntries(names.map((name) => [`content/posts/${name}.md`, text])),
    },
  });
  await server.addUser({ username: 'chief', role: 'editor' });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

async function openedBy(username: string, path: string): Promise<TestPage> {
  const page = await browser.open(server);
  await addSession(page, server, username);
  await openEditor(page, path);
  return page;
}

const people = (page: TestPage) => page.getByRole('list', { name: 'People in this document' });

async function waitForRoom(page: TestPage, count: number): Promise<void> {
  await expect.poll(() => people(page).getByRole('listitem').count()).toBe(count);
}

const shownText = (page: TestPage) => textEditor(page).innerText();

test('ADD-ROOM-1: two people write in the same text, and a save names both as contributors', async () => {
  const path = 'posts/typing.md';
  await using maria = await openedBy('editor', path);
  await typeAtEnd(maria, 'Alone. ');
  await using ada = await openedBy(admin.username, path);
  await waitForRoom(maria, 2);
  await waitForRoom(ada, 2);
  await expect.poll(() => shownText(ada)).toContain('Alone.');
  await typeAtEnd(ada, 'By ada. ');
  await expect.poll(() => shownText(maria)).toContain('Alone. By ada.');
  await typeAtEnd(maria, 'By maria.');
  await expect.poll(() => shownText(ada)).toContain('By ada. By maria.');
  await maria.getByText('All changes kept').waitFor();
  await ada.keyboard.press('Control+s');
  await waitForSave(ada);
  await waitForSave(maria);
  expect(await server.read(`content/${path}`)).toContain('Three.\n\nAlone. By ada. By maria.');

  const client = await server.signedIn();
  const api = '/__admin/api/documents';
  await client.post(`${api}/status`, { path, status: 'in_review' });
  const { revision, editorial } = (await client.get(`/__admin/api/document?path=${path}`)).json<{
    revision: string;
    editorial: { contributors: string[] };
  }>();
  expect(editorial.contributors.toSorted()).toEqual([admin.username, 'editor']);
  const mariaAlone = server.visitor();
  await mariaAlone.signIn({ username: 'editor', password });
  // Two contributors can approve together; one alone makes nothing public.
  await mariaAlone.post(`${api}/editorial`, {
    source_path: path,
    action: 'approve',
    expected_revision: revision,
  });
  const refused = await client.post(`${api}/status`, { path, status: 'published' });
  expect([refused.status, refused.json<{ code: string }>().code]).toEqual([
    409,
    'approval_required',
  ]);
});

test('ADD-ROOM-1: three people see each other, their cursors, and undo only their own changes', async () => {
  const path = 'posts/three.md';
  await using maria = await openedBy('editor', path);
  await using ada = await openedBy(admin.username, path);
  await waitForRoom(maria, 2);
  await using leo = await openedBy('chief', path);
  for (const page of [maria, ada, leo]) await waitForRoom(page, 3);
  await maria.getByText('chief joined').waitFor({ state: 'attached' });
  await people(maria).getByText('editor (you)').waitFor({ state: 'attached' });
  await typeAtEnd(maria, 'By maria. ');
  await expect.poll(() => shownText(ada)).toContain('By maria.');
  await typeAtEnd(ada, 'By ada.');
  await expect.poll(() => shownText(maria)).toContain('By maria. By ada.');
  await expect.poll(() => maria.locator('.room-caret[data-name="ada"]').count()).toBe(1);
  await maria.getByText('All changes kept').waitFor();
  await expectUsable(maria, 'room');
  await expectNarrow(maria);
  await maria.keyboard.press('Control+z');
  await expect.poll(() => shownText(ada)).not.toContain('By maria.');
  expect(await shownText(ada)).toContain('By ada.');
  await leo.close();
  await waitForRoom(maria, 2);
  await maria.getByText('chief left').waitFor({ state: 'attached' });
});

test('ADD-ROOM-3: changes made offline merge on reconnection, also after a reload and a save by others', async () => {
  const path = 'posts/offline.md';
  await using ada = await openedBy(admin.username, path);
  await using maria = await browser.open(server);
  await addSession(maria, server, 'editor');
  const line = { isCut: false, cut: (): void => undefined };
  await maria.routeWebSocket(/\/api\/rooms/, (socket) => {
    if (line.isCut) {
      void socket.close({ code: 4000 });
      return;
    }
    socket.connectToServer();
    line.cut = () => void socket.close({ code: 4000 });
  });
  await openEditor(maria, path);
  await waitForRoom(maria, 2);
  line.isCut = true;
  line.cut();
  await typeAtEnd(maria, 'Far away.');
  await maria.getByText('Offline. Your changes are in this browser.').waitFor();
  await ada.bringToFront();
  await textEditor(ada).focus();
  await ada.keyboard.press('Control+Home');
  await ada.keyboard.type('Here. ');
  await ada.getByText('All changes kept').waitFor();
  await ada.keyboard.press('Control+s');
  await waitForSave(ada);
  line.isCut = false;
  await maria.reload();
  await textEditor(maria).waitFor();
  for (const page of [maria, ada])
    await expect.poll(() => shownText(page)).toMatch(/^Here\. One\.[^]*Far away\.$/);
});

test('ADD-ROOM-3: lines that both changed before they met are kept for a choice', async () => {
  const path = 'posts/clash.md';
  await using maria = await openedBy('editor', path);
  await typeAtEnd(maria, 'Mine.');
  await waitForBackup(maria);
  await maria.goto('/__admin/documents');
  await using ada = await openedBy(admin.username, path);
  await using leo = await openedBy('chief', path);
  await waitForRoom(ada, 2);
  await typeAtEnd(ada, 'Theirs.');
  await expect.poll(() => shownText(leo)).toContain('Theirs.');
  await openEditor(maria, path);
  await maria.getByText('You and others changed the same lines').waitFor();
  await expect.poll(() => shownText(maria)).toContain('Theirs.');
  await expectUsable(maria, 'room-clash');
  await maria.getByRole('button', { name: 'Use my lines' }).click();
  await expect.poll(() => shownText(ada)).toContain('Mine.');
  await ada.getByText('All changes kept').waitFor();
});

test('ADD-ROOM-6: a save by another member keeps own fields, and tells the other value', async () => {
  const path = 'posts/fields.md';
  await using maria = await openedBy('editor', path);
  await using ada = await openedBy(admin.username, path);
  await waitForRoom(maria, 2);
  await waitForRoom(ada, 2);
  const titleOf = (page: TestPage) => page.getByRole('textbox', { name: 'Title' }).first();
  await titleOf(maria).fill('Marias');
  await titleOf(ada).fill('Adas');
  await ada.keyboard.press('Control+s');
  await waitForSave(ada);
  await maria.getByText('The field title was also changed by someone else, to “Adas”').waitFor();
  expect(await titleOf(maria).inputValue()).toBe('Marias');
  await maria.keyboard.press('Control+s');
  await waitForSave(maria);
  expect(await server.read(`content/${path}`)).toContain('title: Marias');
});
