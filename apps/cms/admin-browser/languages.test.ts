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

async function openPage(username: string, locale = 'de-DE'): Promise<TestPage> {
  const page = await browser.open(server, { locale });
  await addSession(page, server, username);
  return page;
}

async function openDocuments(username: string): Promise<TestPage> {
  const page = await openPage(username);
  await page.goto('/__admin/documents');
  await page.getByRole('heading', { level: 1, name: 'Dokumente' }).waitFor();
  return page;
}

test('documents are shown in German, without a button for what the role does not allow', async () => {
  await using page = await openDocuments('reviewer');
  expect(await page.getByRole('button', { name: /Neues Dokument/ }).count()).toBe(0);
  await expectUsable(page, 'german');
});

test('refusals of the server are shown in German', async () => {
  await using page = await openDocuments('editor');
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

test('a person chooses the language of the admin, which lasts', async () => {
  await using page = await openPage('editor', 'es-MX');
  await page.goto('/__admin/documents');
  await page.getByRole('heading', { level: 1, name: 'Documentos' }).waitFor();
  await page.getByText('1 documento', { exact: true }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('es');
  await expectUsable(page, 'spanish');
  await page.goto('/__admin/account');
  await page.getByRole('button', { name: /Idioma/ }).click();
  await expectUsable(page, 'languages');
  await page.getByRole('option', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Appearance and keyboard' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Appearance and keyboard' }).waitFor();
});

test('the admin is English if the texts of the language can’t be loaded', async () => {
  await using page = await openPage('editor', 'es-ES');
  await page.route(/\/assets\/es-.*\.js$/, (route) => route.fulfill({ status: 503 }));
  page.expects(503);
  await page.goto('/__admin/documents');
  await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
});
