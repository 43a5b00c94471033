import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silentLogger } from '@galley/kernel';
import { blankPicture, documentFile } from '../fixtures.ts';
import { Press } from '../build/fixtures.ts';
import { BuiltAnswers } from './built-answers.ts';

const post = (title: string, body = 'Text.\n') => documentFile({ title, date: '2026-01-01' }, body);

let press: Press;
let key: string | undefined;
let built: BuiltAnswers;

beforeEach(async () => {
  press = await Press.open(
    'url: https://quoin.example\nredirects: [{ from: /old/, to: /posts/a/ }]',
  );
  await press.kiosk.print({
    'posts/a.md': post('A'),
    'posts/b.md': post('B', '![x](../media/press.png)\n'),
    'media/press.png': blankPicture,
  });
  await build();
  const { kiosk, publicDirectory } = press;
  built = new BuiltAnswers({
    publicDirectory,
    contentDirectory: kiosk.contentDirectory,
    key: () => key,
    digest: () => kiosk.published.digest(),
    frames: () => kiosk.settings.html.embeds,
    clock: kiosk.clock,
    logger: silentLogger,
  });
});

afterEach(() => press[Symbol.asyncDispose]());

async function build(): Promise<void> {
  key = 'as it is';
  await press.build({ key });
}

/** Whoever asks after a while, in which something was heard of. */
async function findLater(address: string) {
  built.outdate();
  press.kiosk.clock.advance(1_000);
  return built.find(address);
}

describe('what the static output has', () => {
  test('is found, with what it was made from', async () => {
    const found = await built.find('/posts/a/');
    expect(found?.response).toEqual(await press.kiosk.get('/posts/a/'));
    expect(found?.tags).toContain('url:/posts/a/');
    // The second one loads a script.
    for (const address of ['/posts/', '/search/', '/feed.xml', '/robots.txt', '/sitemap.xml'])
      expect((await built.find(address))?.response).toEqual(await press.kiosk.get(address));
    expect((await built.find('/posts/b/'))?.tags).toContain('media:media/press.png');
  });

  test('is no answer where it leads elsewhere, says that there is nothing, or is a media file', async () => {
    for (const address of ['/old/', '/404.html', '/media/press.png', '/no/'])
      expect([address, await built.find(address)]).toEqual([address, undefined]);
    for (const address of ['__proto__', 'constructor', '/../../content/posts/a.md'])
      expect([address, await built.find(address)]).toEqual([address, undefined]);
  });

  test('is not found while it is not what is public, and again after the next build', async () => {
    await press.kiosk.print({ 'posts/a.md': post('A', 'Mended.\n') });
    expect(await findLater('/posts/b/')).toBeUndefined();
    // Nor by whoever asks soon after a build: it is looked for a few times a second at most.
    await build();
    expect(await built.find('/posts/a/')).toBeUndefined();
    press.kiosk.clock.advance(1_000);
    expect((await built.find('/posts/a/'))?.response.body).toContain('Mended.');
    await rm(join(press.kiosk.contentDirectory, 'posts/b.md'));
    await press.kiosk.print({});
    expect(await findLater('/posts/a/')).toBeUndefined();
  });

  test('is found again after something was heard of that changed nothing', async () => {
    expect(await built.find('/posts/a/')).toBeDefined();
    expect(await findLater('/posts/a/')).toBeDefined();
  });

  test('is not found while it was made with other settings, or it is not known with which', async () => {
    for (const other of ['another', undefined]) {
      key = other;
      expect(await findLater('/posts/a/')).toBeUndefined();
    }
    key = 'as it is';
    expect(await findLater('/posts/a/')).toBeDefined();
  });

  test('is not found of a file that somebody has changed or removed', async () => {
    await writeFile(join(press.publicDirectory, 'posts/a/index.html'), 'Not approved.');
    expect(await built.find('/posts/a/')).toBeUndefined();
    await rm(join(press.publicDirectory, 'posts/b/index.html'));
    expect(await built.find('/posts/b/')).toBeUndefined();
    expect(await built.find('/posts/')).toBeDefined();
  });

  test('is not found of a page whose picture, or what is said of it, is another', async () => {
    const { kiosk } = press;
    expect(await built.find('/posts/b/')).toBeDefined();
    await kiosk.print({ 'media/press.png.meta.yaml': 'focal_x: 1\nfocal_y: 1\n' });
    expect(await built.find('/posts/b/')).toBeUndefined();
    expect(await built.find('/posts/a/')).toBeDefined();
    await build();
    press.kiosk.clock.advance(1_000);
    expect(await findLater('/posts/b/')).toBeDefined();
    await rm(join(kiosk.contentDirectory, 'media/press.png'));
    expect(await built.find('/posts/b/')).toBeUndefined();
  });
});

test('without a static output, nothing is found', async () => {
  await rm(press.publicDirectory);
  expect(await built.find('/posts/a/')).toBeUndefined();
});
