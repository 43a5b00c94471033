import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import { expectUsable, addSession, startWithAdmin } from './fixtures.ts';

let browser: TestBrowser;
let server: TestServer;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: {
      'galley.yaml': '',
      'content/posts/harbour.md': '---\ntitle: Harbour\nworkflow: published\n---\nAt dawn.\n',
    },
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

async function openPage(username: string): Promise<TestPage> {
  const page = await browser.open(server, { locale: 'de-DE' });
  await addSession(page, server, username);
  await page.goto('/__admin/documents');
  await page.getByRole('heading', { level: 1, name: 'Dokumente' }).waitFor();
  return page;
}

test('documents are shown in German, without a button for what the role does not allow', async () => {
  await using page = await openPage('reviewer');
  expect(await page.getByRole('button', { name: /Neues Dokument/ }).count()).toBe(0);
  await expectUsable(page, 'german');
});

test('refusals of the server are shown in German', async () => {
  await using page = await openPage('editor');
  page.expects(409);
  await page.getByRole('checkbox', { name: 'Harbour auswählen' }).click();
  await page.getByRole('button', { name: 'Status ändern' }).click();
  await page.getByRole('menuitem', { name: 'In Prüfung' }).click();
  const sheet = page.getByRole('dialog', { name: '1 Dokument abgelehnt' });
  await sheet.getByText(/^Aus seinem jetzigen Zustand kann das Dokument dorthin nicht\./).waitFor();
  await expectUsable(page, 'refused-german');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Neues Dokument' }).first().click();
  await page.getByLabel(/^Titel/).fill('Harbour');
  await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
  await page.getByText(/^Das gibt es schon\./).waitFor();
});
