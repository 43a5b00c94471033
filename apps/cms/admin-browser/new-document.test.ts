import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser, type TestPage, type TestPageOptions } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import { addSession, expectUsable, startWithAdmin } from './fixtures.ts';

let browser: TestBrowser;
let server: TestServer;

const file = (title: string) => `---\ntitle: ${title}\nworkflow: draft\n---\nText.\n`;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: {
      'galley.yaml': '',
      'content/posts/ferries.md': file('Ferries'),
      'content/posts/lights.md': file('Lights'),
      'content/pages/about.md': file('About us'),
    },
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

async function openPage(path: string, options: TestPageOptions = {}): Promise<TestPage> {
  const page = await browser.open(server, options);
  await addSession(page, server, 'editor');
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

test('a document is created from any page, with the type that most documents have', async () => {
  await using page = await openPage('/__admin/');
  const type = page.getByRole('dialog', { name: 'New document' }).getByRole('button', {
    name: /Type/,
  });
  await page.getByRole('button', { name: 'New document' }).click();
  await type.getByText('Post', { exact: true }).waitFor();
  await expectUsable(page, 'new-on-home');
  await page.keyboard.press('Escape');
  await page.goto('/__admin/notifications');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('n');
  await type.waitFor();
  await page.keyboard.press('Escape');
  await type.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('New document');
  await page.getByRole('menuitem', { name: /^New document/ }).waitFor();
  await page.keyboard.press('Enter');
  await type.waitFor();
});

test('a new document has the type of the list, and no type that the site does not have', async () => {
  await using page = await openPage('/__admin/documents?type=page', { locale: 'de-DE' });
  await page.getByRole('button', { name: 'Neues Dokument' }).click();
  const dialog = page.getByRole('dialog', { name: 'Neues Dokument' });
  const type = dialog.getByRole('button', { name: /Art/ });
  await type.getByText('Seite', { exact: true }).waitFor();
  await dialog.getByLabel(/^Titel/).fill('Hafen');
  await type.click();
  const options = page.getByRole('option');
  await expect.poll(() => options.allInnerTexts()).toEqual(['Seite', 'Beitrag']);
  await options.first().click();
  await dialog.getByRole('button', { name: 'Anlegen' }).click();
  await page.waitForURL(/edit\/pages\/hafen\.md/);
});

test('files and documents are created from the menu beside the button, by people who may', async () => {
  await using page = await openPage('/__admin/notifications');
  const more = page.getByRole('button', { name: 'Add something else' });
  await more.click();
  const options = page.getByRole('menuitem');
  await expect.poll(() => options.allInnerTexts()).toEqual(['Document\nn', 'Upload files']);
  const choosing = page.waitForEvent('filechooser');
  await options.filter({ hasText: 'Upload files' }).click();
  const chooser = await choosing;
  await chooser.setFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Ink.') });
  await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
  await page.getByText('note.txt').first().waitFor();
  await more.click();
  await options.filter({ hasText: 'Document' }).click();
  await page.getByRole('dialog', { name: 'New document' }).waitFor();
});
