import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { silentLogger } from '@galley/kernel';
import { Outdated } from '../dependencies/outdated.ts';
import { blankPicture, documentFile } from '../fixtures.ts';
import { BuildHarness } from '../build/fixtures.ts';
import { StaticFallback } from './static-fallback.ts';

const post = (title: string, body = 'Text.\n') => documentFile({ title, date: '2026-01-01' }, body);

let press: BuildHarness;
let key: string;
let fallback: StaticFallback;

beforeAll(async () => {
  press = await BuildHarness.open(
    'url: https://quoin.example\nredirects: [{ from: /old/, to: /posts/a/ }]',
  );
  const { kiosk, publicDirectory } = press;
  fallback = new StaticFallback({
    publicDirectory,
    contentDirectory: kiosk.contentDirectory,
    key: () => key,
    digest: () => kiosk.published.digest(),
    settings: () => kiosk.settings,
    clock: kiosk.clock,
    logger: silentLogger,
  });
});

beforeEach(async () => {
  await press.kiosk.print({
    'posts/a.md': post('A'),
    'posts/b.md': post('B', '![x](../media/press.png)\n'),
    'media/press.png': blankPicture,
  });
  await build();
});

afterAll(() => press[Symbol.asyncDispose]());

async function build(): Promise<void> {
  key = 'these settings';
  await press.build({ key });
  await fallback.compare();
}

async function compareAgain(): Promise<void> {
  fallback.outdate();
  await fallback.compare();
}

describe('the static output answers', () => {
  test('as the live server does, with what the answer was made from', async () => {
    for (const address of ['/posts/a/', '/posts/', '/search/', '/feed.xml', '/sitemap.xml'])
      expect((await fallback.find(address))?.response).toEqual(await press.kiosk.get(address));
    expect((await fallback.find('/posts/a/'))?.tags).toContain('url:/posts/a/');
    expect((await fallback.find('/posts/b/'))?.tags).toContain('media:media/press.png');
  });

  test('nothing for redirects, missing pages and media files', async () => {
    for (const address of ['/old/', '/404.html', '/media/press.png', '/no/'])
      expect([address, await fallback.find(address)]).toEqual([address, undefined]);
    for (const address of ['__proto__', 'constructor', '/../../content/posts/a.md'])
      expect([address, await fallback.find(address)]).toEqual([address, undefined]);
  });

  test('nothing that a change has outdated, until the next build', async () => {
    fallback.outdate(Outdated.tags(['url:/posts/a/']));
    expect(await fallback.find('/posts/a/')).toBeUndefined();
    expect(await fallback.find('/posts/b/')).toBeDefined();
    await build();
    expect(await fallback.find('/posts/a/')).toBeDefined();
  });

  test('nothing while the output is not what is public', async () => {
    await press.kiosk.print({ 'posts/a.md': post('A', 'Mended.\n') });
    await compareAgain();
    expect(await fallback.find('/posts/b/')).toBeUndefined();
    await build();
    expect((await fallback.find('/posts/a/'))?.response.body).toContain('Mended.');
    await rm(join(press.kiosk.contentDirectory, 'posts/b.md'));
    await press.kiosk.print({});
    await compareAgain();
    expect(await fallback.find('/posts/a/')).toBeUndefined();
  });

  test('again after news of a change that changed nothing', async () => {
    await compareAgain();
    expect(await fallback.find('/posts/a/')).toBeDefined();
  });

  test('nothing that was made with other settings', async () => {
    key = 'other settings';
    await compareAgain();
    expect(await fallback.find('/posts/a/')).toBeUndefined();
    key = 'these settings';
    await compareAgain();
    expect(await fallback.find('/posts/a/')).toBeDefined();
  });

  test('nothing from a page whose picture, or its description, has changed', async () => {
    const { kiosk } = press;
    expect(await fallback.find('/posts/b/')).toBeDefined();
    await kiosk.print({ 'media/press.png.meta.yaml': 'focal_x: 1\nfocal_y: 1\n' });
    expect(await fallback.find('/posts/b/')).toBeUndefined();
    expect(await fallback.find('/posts/a/')).toBeDefined();
    await build();
    expect(await fallback.find('/posts/b/')).toBeDefined();
    await rm(join(kiosk.contentDirectory, 'media/press.png'));
    expect(await fallback.find('/posts/b/')).toBeUndefined();
  });

  test('nothing from a changed or deleted file', async () => {
    await writeFile(join(press.publicDirectory, 'posts/a/index.html'), 'Not approved.');
    expect(await fallback.find('/posts/a/')).toBeUndefined();
    await rm(join(press.publicDirectory, 'posts/b/index.html'));
    expect(await fallback.find('/posts/b/')).toBeUndefined();
    expect(await fallback.find('/posts/')).toBeDefined();
  });
});

test('without a static output, nothing is found', async () => {
  await rm(press.publicDirectory);
  await compareAgain();
  expect(await fallback.find('/posts/a/')).toBeUndefined();
});
