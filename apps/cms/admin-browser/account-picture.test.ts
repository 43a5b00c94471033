import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import { expectNarrow, expectUsable, addSession, startWithAdmin } from './fixtures.ts';

let browser: TestBrowser;
let server: TestServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([TestBrowser.start(), startWithAdmin()]);
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const shownPictures = `document.querySelectorAll('.person-picture img').length`;

test('ADD-ACC-1: a person uploads and removes their picture, which the top bar and the people list show', async () => {
  await using page = await browser.open(server);
  await addSession(page, server, 'ada');
  await page.goto('/__admin/account');
  await page.getByRole('button', { name: 'Upload picture' }).waitFor();
  const create = { width: 600, height: 400, channels: 3, background: '#336699' } as const;
  const buffer = await sharp({ create }).png().toBuffer();
  const input = page.getByLabel('Profile picture');
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: 'Replace picture' }).waitFor();
  expect(await page.evaluate(shownPictures)).toBe(2);
  await expectUsable(page, 'account-picture');
  await expectNarrow(page);

  await page.goto('/__admin/people');
  await page.getByRole('table', { name: 'People' }).waitFor();
  await expect.poll(() => page.evaluate(shownPictures)).toBe(2);

  await page.goto('/__admin/account');
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await page.getByRole('button', { name: 'Upload picture' }).waitFor();
  expect(await page.evaluate(shownPictures)).toBe(0);
});

test('ADD-ACC-2, ADD-ACC-3: a person who manages users allows a picture on pages, and removes it', async () => {
  const create = { width: 300, height: 300, channels: 3, background: '#993333' } as const;
  const content = Uint8Array.from(await sharp({ create }).png().toBuffer());
  const author = await server.signedInAs({ username: 'wim', role: 'author' });
  await author.upload('/__admin/api/users/own/picture', { file: { name: 'me.png', content } });

  await using page = await browser.open(server);
  await addSession(page, server, 'ada');
  await page.goto('/__admin/people');
  await page.getByRole('row', { name: /^wim New picture/ }).waitFor();
  await page.getByRole('link', { name: /^wim/ }).click();
  await page.getByText('Not on public pages').waitFor();
  await expectUsable(page, 'person-picture');
  await expectNarrow(page);
  await page.getByRole('button', { name: 'Show on public pages' }).click();
  await page.getByText('On public pages', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Remove picture' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove the picture of wim?' });
  await question.getByRole('button', { name: 'Remove picture' }).click();
  await page.getByText('Picture removed.').waitFor();
  await page.getByText('On public pages', { exact: true }).waitFor({ state: 'detached' });
});
