import { readFile } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '@galley/kernel';
import { expectProblem } from '../problem.fixtures.ts';
import type { MediaStore } from './media-store.ts';

export interface StoreUnderTest extends AsyncDisposable {
  readonly store: MediaStore;
  readonly unnamed: () => Promise<number>;
}

export function describeMediaStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    let fixture: StoreUnderTest;
    let store: MediaStore;

    beforeEach(async () => {
      fixture = await open();
      ({ store } = fixture);
    });

    afterEach(() => fixture[Symbol.asyncDispose]());

    async function put(path: string, content: string | Uint8Array = path): Promise<string> {
      return store.put(await store.stage(Readable.from([content])), path);
    }

    async function contentOf(path: string): Promise<string> {
      return text(await store.read(path));
    }

    async function listPaths(folder: 'media' | '.trash/media' = 'media'): Promise<string[]> {
      const paths: string[] = [];
      for await (const { path } of store.list(folder)) paths.push(path);
      return paths.toSorted();
    }

    test('gives back what was put, byte for byte, and says how much it is', async () => {
      const bytes = Buffer.from(Array.from({ length: 300_000 }, (_one, index) => index % 251));
      const staged = await store.stage(Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]));
      expect(staged).toMatchObject({ size: 300_000, sha256: sha256(bytes) });
      expect(await store.put(staged, 'media/2026/a.bin')).toBe('media/2026/a.bin');
      expect(await buffer(await store.read('media/2026/a.bin'))).toEqual(bytes);
      expect(await store.stat('media/2026/a.bin')).toMatchObject({ size: 300_000 });
      expect(await fixture.unnamed()).toBe(0);
    });

    test('takes an empty file', async () => {
      await put('media/empty.txt', '');
      expect(await contentOf('media/empty.txt')).toBe('');
    });

    test('reads a part of a file', async () => {
      await put('media/a.txt', '0123456789');
      expect(await text(await store.read('media/a.txt', { start: 2, end: 4 }))).toBe('234');
      expect(await text(await store.read('media/a.txt', { start: 9, end: 9 }))).toBe('9');
    });

    test('never gives a name twice: the next one gets a number', async () => {
      expect(await put('media/a.jpg', 'first')).toBe('media/a.jpg');
      expect(await put('media/a.jpg', 'second')).toBe('media/a-2.jpg');
      expect(await put('media/a.jpg', 'third')).toBe('media/a-3.jpg');
      expect(await put('media/README')).toBe('media/README');
      expect(await put('media/README')).toBe('media/README-2');
      expect(await contentOf('media/a.jpg')).toBe('first');
      expect(await contentOf('media/a-3.jpg')).toBe('third');
    });

    test('takes names that differ in their case alone for one', async () => {
      await put('media/Press.jpg');
      expect(await put('media/press.jpg')).toBe('media/press-2.jpg');
      await put('media/other.jpg');
      expect(await store.isFree('media/PRESS.jpg')).toBe(false);
      expect(await store.isFree('media/free.jpg')).toBe(true);
      expect(await store.isFree('media/no-folder/free.jpg')).toBe(true);
      const moved = store.move('media/other.jpg', 'media/PRESS.jpg');
      await expect(moved).rejects.toEqual(expectProblem('already_exists'));
    });

    test('loses none of a hundred that are put under one name at once', async () => {
      const names = Array.from({ length: 100 }, (_one, index) => `content ${index}`);
      const got = await Promise.all(names.map((content) => put('media/a.jpg', content)));
      expect(new Set(got).size).toBe(100);
      expect(await Promise.all(got.map(contentOf))).toEqual(names);
      expect(await listPaths()).toHaveLength(100);
      expect(await fixture.unnamed()).toBe(0);
    });

    test('keeps nothing of a stream that breaks off', async () => {
      const source = new PassThrough();
      source.write('the beginning');
      const staging = store.stage(source);
      source.destroy(new Error('the line is dead'));
      await expect(staging).rejects.toThrow('the line is dead');
      expect(await fixture.unnamed()).toBe(0);
      expect(await listPaths()).toEqual([]);
    });

    test('keeps nothing of what is discarded, once or twice, nor takes anything away by it', async () => {
      const staged = await store.stage(Readable.from(['text']));
      expect(await fixture.unnamed()).toBe(1);
      await store.discard(staged);
      await store.discard(staged);
      expect(await fixture.unnamed()).toBe(0);
      const used = await store.stage(Readable.from(['kept']));
      await store.put(used, 'media/a.txt');
      await store.discard(used);
      expect(await contentOf('media/a.txt')).toBe('kept');
    });

    test('replaces a file atomically: readers get the old bytes or the new', async () => {
      const [old, young] = ['o'.repeat(100_000), 'y'.repeat(100_000)];
      await put('media/a.txt', old);
      const stream = await store.read('media/a.txt');
      await store.replace(await store.stage(Readable.from([young])), 'media/a.txt');
      expect(await text(stream)).toBe(old);
      expect(await contentOf('media/a.txt')).toBe(young);
      expect(await listPaths()).toEqual(['media/a.txt']);
    });

    test('makes a file that it replaces where there was none', async () => {
      await store.replace(await store.stage(Readable.from(['text'])), 'media/2026/a.txt');
      expect(await contentOf('media/2026/a.txt')).toBe('text');
    });

    test('tells by the stamp that a file has other bytes', async () => {
      await put('media/a.txt', 'one');
      const before = await store.stat('media/a.txt');
      expect(await store.stat('media/a.txt')).toEqual(before);
      await store.replace(await store.stage(Readable.from(['other'])), 'media/a.txt');
      expect((await store.stat('media/a.txt'))!.stamp).not.toBe(before!.stamp);
    });

    test('moves a file, into the trash and back, and never onto another', async () => {
      await put('media/a.txt', 'moved');
      await store.move('media/a.txt', '.trash/media/2026/a.1.txt');
      expect(await listPaths()).toEqual([]);
      expect(await listPaths('.trash/media')).toEqual(['.trash/media/2026/a.1.txt']);
      await put('media/a.txt', 'newer');
      const back = store.move('.trash/media/2026/a.1.txt', 'media/a.txt');
      await expect(back).rejects.toEqual(expectProblem('already_exists'));
      await store.move('.trash/media/2026/a.1.txt', 'media/b.txt');
      expect(await contentOf('media/a.txt')).toBe('newer');
      expect(await contentOf('media/b.txt')).toBe('moved');
    });

    test('gives a file another spelling of its name', async () => {
      await put('media/a.txt', 'text');
      await store.move('media/a.txt', 'media/A.txt');
      expect(await listPaths()).toEqual(['media/A.txt']);
      expect(await contentOf('media/A.txt')).toBe('text');
    });

    test('gives one of many that move at once to one name that name', async () => {
      const paths = Array.from({ length: 20 }, (_one, index) => `media/${index}.txt`);
      for (const path of paths) await put(path);
      const moves = await Promise.allSettled(
        paths.map((path) => store.move(path, 'media/all.txt')),
      );
      const moved = paths.filter((_path, index) => moves[index]!.status === 'fulfilled');
      expect(moved).toHaveLength(1);
      expect(await contentOf('media/all.txt')).toBe(moved[0]);
      expect(await listPaths()).toHaveLength(20);
    });

    test('says that a file is not there', async () => {
      expect(await store.stat('media/none.txt')).toBeUndefined();
      expect(await store.stat('media/none/none.txt')).toBeUndefined();
      for (const asked of [
        () => store.read('media/none.txt'),
        () => store.move('media/none.txt', 'media/a.txt'),
        () => store.withFile('media/none.txt', () => Promise.resolve()),
      ])
        await expect(asked()).rejects.toEqual(expectProblem('not_found'));
    });

    test('deletes a file, and does nothing when there is none', async () => {
      await put('media/a.txt');
      await store.delete('media/a.txt');
      await store.delete('media/a.txt');
      await store.delete('media/none/a.txt');
      expect(await listPaths()).toEqual([]);
    });

    test('lists files of all folders, and the same folder only', async () => {
      const paths = ['media/a.txt', 'media/b/c.txt', 'media/b/d/e.txt'];
      for (const path of paths) await put(path);
      await put('.trash/media/f.txt');
      expect(await listPaths()).toEqual(paths);
      expect(await listPaths('.trash/media')).toEqual(['.trash/media/f.txt']);
    });

    test('hands over a file of this machine', async () => {
      await put('media/a.txt', 'text');
      expect(await store.withFile('media/a.txt', (file) => readFile(file, 'utf8'))).toBe('text');
    });

    test.each([
      '',
      'media',
      'media/',
      '/media/a.jpg',
      'a.jpg',
      'posts/a.md',
      'config/site.yaml',
      '.published/a.md',
      '.incoming/a',
      '.trash/a.md',
      'media/../a.jpg',
      'media/./a.jpg',
      'media//a.jpg',
      'media/.hidden',
      'media/.git/config',
      'media/a\0.jpg',
      'media/a\n.jpg',
      'media\\a.jpg',
      'media/a\\b.jpg',
      'media/con.jpg',
      'media/LPT1',
      'media/a.jpg.',
      'media/a ',
      `media/${'a'.repeat(300)}`,
      `media/${'a/'.repeat(600)}a`,
      'media/\ud800.jpg',
    ])('refuses a path that is none of the library: %j', async (path) => {
      const staged = await store.stage(Readable.from(['text']));
      await put('media/known.txt');
      const attempts: (() => Promise<unknown>)[] = [
        () => store.put(staged, path),
        () => store.replace(staged, path),
        () => store.read(path),
        () => store.stat(path),
        () => store.isFree(path),
        () => store.delete(path),
        () => store.move(path, 'media/b.txt'),
        () => store.move('media/known.txt', path),
        () => store.withFile(path, () => Promise.resolve()),
      ];
      for (const attempt of attempts) {
        await expect((async () => attempt())()).rejects.toEqual(expectProblem('invalid_path'));
      }
      expect(await listPaths()).toEqual(['media/known.txt']);
    });
  });
}
