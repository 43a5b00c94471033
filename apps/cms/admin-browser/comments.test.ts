import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations, shoot, TestBrowser, type TestPage } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import { EditorClient } from '../people.fixtures.ts';
import { openEditor, textEditor, typeAtEnd, waitForSave } from './editor.fixtures.ts';
import { addSession, expectNarrow, expectUsable, startWithAdmin } from './fixtures.ts';

const text =
  '---\ntitle: Ink\nauthor: editor\nworkflow: draft\n---\nThe ink dries slowly.\n\nThe paper is thick.\n';

let browser: TestBrowser;
let server: TestServer;
let ada: EditorClient;

beforeAll(async () => {
  browser = await TestBrowser.start();
  const names = ['thread', 'suggested', 'unsaved', 'narrow', 'reviewed', 'shared'];
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

/** Selects words that occur in one line. */
async function selectWords(page: TestPage, words: string): Promise<void> {
  await textEditor(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+f');
  await page.getByPlaceholder('Find').waitFor();
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
}

const thread = (page: TestPage, words: string) =>
  page.getByRole('article', { name: new RegExp(words) });

test('ADD-CMT-1: two people discuss a passage, by keyboard, and see each other at once', async () => {
  const path = 'posts/thread.md';
  await using rosa = await openedBy('reviewer', path);
  await using maria = await openedBy('editor', path);
  await selectWords(rosa, 'paper is thick');
  await rosa.keyboard.press('Control+Alt+m');
  await rosa.getByRole('textbox', { name: 'Your comment' }).waitFor();
  await rosa.keyboard.type('How thick?');
  await rosa.keyboard.press('Control+Enter');
  await rosa.getByText('Comment added').waitFor();

  await textEditor(maria).locator('.cm-commented').getByText('paper is thick').waitFor();
  await maria.getByRole('tab', { name: 'Comments' }).click();
  const seen = thread(maria, 'paper is thick');
  await seen.getByText('How thick?').waitFor();
  await expectUsable(maria, 'comments');
  await seen.getByRole('button', { name: 'Reply', exact: true }).click();
  await maria.keyboard.type('Like card.');
  await maria.keyboard.press('Control+Enter');
  await thread(rosa, 'paper is thick').getByText('Like card.').waitFor();

  // From the panel to the passage, and back.
  await seen.getByRole('button', { name: 'Show in text: paper is thick' }).click();
  expect(await maria.evaluate('getSelection().toString()')).toBe('paper is thick');
  await maria.keyboard.press('ArrowLeft');
  await maria.keyboard.press('Control+Alt+m');
  await expect
    .poll(() => maria.evaluate('document.activeElement.getAttribute("aria-label")'))
    .toMatch(/^Comment: paper is thick/);

  await seen.getByRole('button', { name: 'Resolve', exact: true }).click();
  await maria.getByText('No open comments').waitFor();
  await expect.poll(() => textEditor(rosa).locator('.cm-commented').count()).toBe(0);
  await maria.getByRole('button', { name: /Threads shown/ }).click();
  await maria.getByRole('option', { name: 'Closed' }).click();
  await thread(maria, 'paper is thick').getByRole('button', { name: 'Reopen' }).click();
  await textEditor(rosa).locator('.cm-commented').waitFor();
});

test('ADD-SUG-1, ADD-SUG-2: a reader suggests, an editor sees both texts and accepts', async () => {
  const path = 'posts/suggested.md';
  await using rosa = await openedBy('reviewer', path);
  await using maria = await openedBy('editor', path);
  await selectWords(rosa, 'slowly');
  await rosa.getByRole('button', { name: 'Suggest an edit' }).click();
  await rosa.getByRole('textbox', { name: 'Suggested text' }).fill('fast');
  await rosa.getByRole('button', { name: 'Suggest', exact: true }).click();
  await rosa.getByText('Suggestion added').waitFor();
  await textEditor(maria).locator('ins.cm-suggested').getByText('fast').waitFor();
  expect(await textEditor(maria).locator('del.cm-suggested').innerText()).toBe('slowly');
  expect(await textEditor(maria).innerText()).toMatch(
    /Suggested deletion:\s*slowly\s*Suggested insertion:\s*fast/,
  );
  await maria.getByRole('tab', { name: 'Comments' }).click();
  await expectUsable(maria, 'suggestion');
  expect(await thread(rosa, 'slowly').getByRole('button', { name: 'Accept' }).count()).toBe(0);
  await thread(maria, 'slowly').getByRole('button', { name: 'Accept' }).click();
  await maria.getByText('Suggestion accepted and saved').waitFor();
  expect(await server.read(`content/${path}`)).toContain('The ink dries fast.');
  await expect.poll(() => textEditor(rosa).innerText()).toContain('The ink dries fast.');
  await expect.poll(() => textEditor(rosa).locator('.cm-suggested').count()).toBe(0);
});

test('ADD-SUG-3: accepted into unsaved text, the save decides it and names the contributor', async () => {
  const path = 'posts/unsaved.md';
  await using rosa = await openedBy('reviewer', path);
  await using maria = await openedBy('editor', path);
  await typeAtEnd(maria, 'More, not saved yet.');
  await selectWords(rosa, 'slowly');
  await rosa.getByRole('button', { name: 'Suggest an edit' }).click();
  await rosa.getByRole('textbox', { name: 'Suggested text' }).fill('fast');
  await rosa.getByRole('button', { name: 'Suggest', exact: true }).click();
  await maria.getByRole('tab', { name: 'Comments' }).click();
  await thread(maria, 'slowly').getByRole('button', { name: 'Accept' }).click();
  await maria.getByText('Suggestion accepted. Save to keep it.').waitFor();
  await maria.keyboard.press('Control+s');
  await waitForSave(maria);
  await maria.getByText('No open comments').waitFor();
  const { editorial, raw } = await ada.detail(path);
  expect(raw).toMatch(/The ink dries fast\.[^]*More, not saved yet\./);
  expect((editorial as { contributors: string[] }).contributors).toContain('reviewer');
});

test('ADD-CMT-4, ADD-CMT-5: on a phone, unsaved words are discussed in a sheet', async () => {
  const path = 'posts/narrow.md';
  await using maria = await openedBy('editor', path);
  await maria.setViewportSize({ width: 360, height: 740 });
  await typeAtEnd(maria, 'Nobody saved this.');
  await maria.keyboard.press('Shift+Home');
  await maria.keyboard.press('Control+Alt+m');
  const sheet = maria.getByRole('dialog', { name: 'Document details' });
  await sheet.getByRole('textbox', { name: 'Your comment' }).fill('Will you?');
  await sheet.getByRole('button', { name: 'Comment', exact: true }).click();
  await sheet.getByText('This passage isn’t saved yet.').waitFor();
  await expectUsable(maria, 'comments-sheet');
  await sheet.getByRole('button', { name: /^Show in text/ }).click();
  await sheet.waitFor({ state: 'detached' });
  await maria.keyboard.press('Control+s');
  await waitForSave(maria);
  await maria.getByRole('button', { name: 'Details' }).click();
  await sheet.getByText('This passage isn’t saved yet.').waitFor({ state: 'detached' });
  await expectNarrow(maria);
});

test('ADD-CMT-1: a review has the comments of the document, and new ones about selected words', async () => {
  const path = 'posts/reviewed.md';
  await using rosa = await browser.open(server);
  await addSession(rosa, server, 'reviewer');
  await rosa.goto(`/__admin/review/${path}?view=text`);
  await rosa.getByText('The paper is thick.').last().selectText();
  await rosa.getByRole('button', { name: 'Comment on selection' }).click();
  await rosa.getByRole('textbox', { name: 'Your comment' }).fill('How thick?');
  await rosa.getByRole('button', { name: 'Comment', exact: true }).click();
  await thread(rosa, 'The paper is thick').getByText('How thick?').waitFor();
  await expectUsable(rosa, 'review-comments');
});

test('ADD-CMT-11: a reader of a preview link comments as a guest, and the editor sees who it was', async () => {
  const path = 'posts/shared.md';
  const answer = await ada.client.post('/__admin/api/documents/preview-link', {
    path,
    guest_comments: true,
  });
  const { url } = answer.json<{ url: string }>();
  await using nina = await browser.open(server);
  await nina.goto(new URL(url).pathname);
  expect(await axeViolations(nina)).toEqual([]);
  await shoot(nina, 'guest-comments');
  await expectNarrow(nina);
  await nina.getByLabel('Your name').fill('Nina');
  await nina.getByLabel(/^Passage/).fill('paper is thick');
  await nina.getByLabel('Comment', { exact: true }).fill('How thick?');
  await nina.getByRole('button', { name: 'Send comment' }).click();
  await nina.getByText('Your comment was sent.').waitFor();
  await using maria = await openedBy('editor', path);
  await maria.getByRole('tab', { name: 'Comments' }).click();
  await thread(maria, 'paper is thick').getByText('Guest: Nina').waitFor();
});
