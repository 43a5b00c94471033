import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import { editorPath, textEditor } from './editor.fixtures.ts';
import { addSession, signIn, startWithAdmin } from './fixtures.ts';

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: { 'content/posts/ink.md': '---\ntitle: Ink\n---\nBlack.\n' },
  });
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

test('ADD-EDIT-14: a freshly loaded page requests its document and its code while the session is asked for', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  const requested: string[] = [];
  const early = Promise.withResolvers<void>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    requested.push(pathname.replace(/-[\w-]{8}\.js$/, '.js'));
    if (
      ['/__admin/api/document', '/__admin/assets/editor-screen.js'].every((one) =>
        requested.includes(one),
      )
    )
      early.resolve();
  });
  await page.route('**/api/session', async (route) => {
    await early.promise;
    await route.continue();
  });
  await page.goto(editorPath('posts/ink.md'));
  await textEditor(page).getByText('Black.').waitFor();
  expect(requested.filter((one) => one === '/__admin/api/document')).toHaveLength(1);
});

test('ADD-EDIT-14: without a session, a document leads to the sign-in page and back', async () => {
  await using page = await browser.open(server);
  page.expects(401);
  await page.goto(editorPath('posts/ink.md'));
  await page.waitForURL(/\/sign-in\?next=/);
  await page.getByRole('button', { name: /^sign in$/i }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await signIn(page, 'editor');
  await textEditor(page).getByText('Black.').waitFor();
});

test('a document that does not exist is reported', async () => {
  await using page = await browser.open(server);
  page.expects(404);
  await addSession(page, server, 'editor');
  await page.goto(editorPath('posts/none.md'));
  await page.getByText('Document not found').waitFor();
  await page.getByText('posts/none.md').waitFor();
});
