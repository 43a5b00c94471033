import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestBrowser } from '@galley/testing';
import type { Editor } from '../editorial/fixtures.ts';
import type { TestServer } from '../fixtures.ts';
import { expectUsable, startWithAdmin } from './fixtures.ts';
import { png } from './media.fixtures.ts';
import { signInEditor, openAs, requireApprovalFiles } from './review.fixtures.ts';

vi.setConfig({ testTimeout: 60_000 });

const api = '/__admin/api';
const path = 'media/press.png';
let browser: TestBrowser;
let server: TestServer;
let [author, reviewer, editor]: Editor[] = [];

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({ files: { 'galley.yaml': '', ...requireApprovalFiles } });
  author = await signInEditor(server, 'author');
  reviewer = await signInEditor(server, 'reviewer');
  editor = await signInEditor(server, 'editor');
  const form = {
    file: { name: 'press.png', content: Uint8Array.from(png(640, 400)) },
    fields: { path },
  };
  expect((await author.client.upload(`${api}/media/upload`, form)).status).toBe(200);
  const page = await author.created({ title: 'Press', content: `![A press](/${path})\n` });
  await author.moved(page.path, 'in_review');
  expect((await reviewer.decide(page.path, 'approve')).status).toBe(200);
  await editor.moved(page.path, 'published');
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

test('ADD-MED-1: an author replaces a public picture, and a reviewer sees both versions and approves', async () => {
  const address = `/__admin/media?item=${path}`;
  await using page = await openAs({ browser, server }, 'author', address);
  const dialog = page.getByRole('dialog', { name: 'press.png' });
  const file = { name: 'other.png', mimeType: 'image/png', buffer: png(500, 400, 3) };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await page.getByText('after another person approves it').waitFor();
  await page.getByRole('button', { name: 'Replace', exact: true }).click();
  await page.getByText('Readers still see the previous version.').waitFor();
  await expectUsable(page, 'media-pending');

  await using review = await openAs({ browser, server }, 'reviewer', '/__admin/review/');
  const entry = review.getByRole('listitem', { name: 'press.png' });
  await entry.getByText('640 × 400').waitFor();
  await entry.getByText('500 × 400').waitFor();
  const widths = `[...document.querySelectorAll('figure img')].map((image) => image.naturalWidth)`;
  const loaded = () => review.evaluate<number[]>(widths);
  await expect.poll(loaded).toEqual([640, 500]);
  await expectUsable(review, 'media-review');
  await entry.getByRole('button', { name: 'Approve' }).click();
  await review.getByText('Approved. The change is public.').waitFor();
  const open = await fetch(`${server.url}/${path}`);
  expect(Buffer.from(await open.arrayBuffer())).toEqual(png(500, 400, 3));
});
