import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import { markdownOf, openEditor, pixel, textEditor } from './editor.fixtures.ts';
import { addSession, expectUsable, startWithAdmin } from './fixtures.ts';

const draft = (text: string): string => `---\ntitle: Ink\nworkflow: draft\n---\n${text}`;

let browser: TestBrowser;
let server: TestServer;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: {
      'content/posts/video.md': draft('![A talk](/media/talk.mp4#wide "At noon")\n\nNext.\n'),
      'content/posts/map.md': draft('![The map](../media/map.pdf)\n\nNext.\n'),
      'content/media/map.pdf': `%PDF-1.4\n${' '.repeat(2_000)}\n%%EOF\n`,
      'content/media/talk.de.vtt': 'WEBVTT\n\n00:00.000 --> 00:02.000\nTinte\n',
      'content/media/talk.mp4': 'A film',
      'content/media/notes.txt': 'Notes',
      'content/media/press.png': Buffer.from(pixel, 'base64'),
    },
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

async function open(path: string, options = {}): Promise<TestPage> {
  const page = await browser.open(server, options);
  await addSession(page, server, 'editor');
  await openEditor(page, path);
  return page;
}

test('ADD-EDIT-7 the card of a video chooses its poster and captions', async () => {
  await using page = await open('posts/video.md');
  const text = textEditor(page);
  await text.getByRole('button', { name: 'Choose poster' }).click();
  await page.getByRole('dialog', { name: 'Choose an image' }).getByRole('row').first().click();
  await text.getByRole('button', { name: 'Add captions' }).click();
  const captions = page.getByRole('dialog', { name: 'Choose captions' });
  await captions.getByRole('row', { name: /talk\.de/ }).waitFor();
  expect(await captions.getByRole('row').count()).toBe(1);
  await captions.getByRole('row').click();
  const video = '![A talk](/media/talk.mp4#wide "At noon")';
  const whole = `${video}\n![](/media/press.png)\n![Deutsch](/media/talk.de.vtt)\n`;
  await text.getByRole('button', { name: 'Remove captions: Deutsch' }).waitFor();
  await expect.poll(() => markdownOf(page)).toContain(whole);
  await text.getByRole('textbox', { name: 'Caption' }).fill('At one');
  await expect.poll(() => markdownOf(page)).toContain(whole.replace('noon', 'one'));
  await expectUsable(page, 'video-card');
  await text.getByRole('button', { name: 'Remove poster' }).click();
  await text.getByRole('button', { name: 'Choose poster' }).waitFor();
  await expect.poll(() => markdownOf(page)).toMatch(/"At one"\)\n!\[Deutsch\]/);
  await text.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(() => markdownOf(page)).toMatch(/^\s*Next\.\s*$/);
});

test('ADD-EDIT-8 a PDF is a card with its name, type and size, and opens', async () => {
  await using page = await open('posts/map.md');
  const card = textEditor(page).getByRole('group', { name: 'File' });
  await card.getByText(/^PDF, 2(\.0)? kB$/i).waitFor();
  const link = card.getByRole('link', { name: 'Open' });
  expect(await link.getAttribute('href')).toBe('/media/map.pdf');
  await card.getByRole('textbox', { name: 'Name' }).fill('The map of 1899');
  await expect.poll(() => markdownOf(page)).toContain('![The map of 1899](../media/map.pdf)\n');
  await expectUsable(page, 'file-card');
  await card.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => markdownOf(page)).toMatch(/^\s*Next\.\s*$/);
});
