import {
  link,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '@galley/testing';
import { expectProblem } from '../problem.fixtures.ts';
import { FileMediaStore } from './file-media-store.ts';
import { describeMediaStore } from './media-store.suite.fixtures.ts';

async function openStore() {
  const folder = await temporaryDirectory();
  const root = join(await realpath(folder.path), 'content');
  const store = await FileMediaStore.open(root);
  const incoming = join(root, '.incoming');
  return {
    store,
    root,
    incoming,
    unnamed: async () => (await readdir(incoming).catch(() => [])).length,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describeMediaStore('the media library in files', openStore);

const staged = (store: FileMediaStore, text = 'text') => store.stage(Readable.from([text]));

describe('links', () => {
  test.each(['file', 'dir'] as const)('to a %s lead nowhere', async (kind) => {
    await using under = await openStore();
    const { store, root } = under;
    const outside = join(root, '..', 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'a.txt'), 'secret');
    await mkdir(join(root, 'media'));
    const target = kind === 'file' ? join(outside, 'a.txt') : outside;
    await symlink(target, join(root, 'media/link'));
    const path = kind === 'file' ? 'media/link' : 'media/link/a.txt';
    await expect(store.read(path)).rejects.toThrow();
    expect(await store.stat(path).catch(() => undefined)).toBeUndefined();
    await expect(store.move(path, 'media/b.txt')).rejects.toThrow();
    for await (const listed of store.list('media')) expect.unreachable(listed.path);
    if (kind === 'dir') {
      const put = store.put(await staged(store), 'media/link/b.txt');
      await expect(put).rejects.toEqual(expectProblem('invalid_path'));
      const moved = store.delete(path);
      await expect(moved).rejects.toEqual(expectProblem('invalid_path'));
    }
    expect(await readdir(outside)).toEqual(['a.txt']);
    expect(await readFile(join(outside, 'a.txt'), 'utf8')).toBe('secret');
  });

  test('in the place of the library itself are refused', async () => {
    await using under = await openStore();
    const outside = join(under.root, '..', 'outside');
    await mkdir(outside);
    await symlink(outside, join(under.root, 'media'));
    const put = under.store.put(await staged(under.store), 'media/b.txt');
    await expect(put).rejects.toEqual(expectProblem('invalid_path'));
    expect(await readdir(outside)).toEqual([]);
  });
});

test('a folder has one spelling', async () => {
  await using under = await openStore();
  const { store } = under;
  await store.put(await staged(store), 'media/Press/a.txt');
  const put = store.put(await staged(store), 'media/press/a.txt');
  await expect(put).rejects.toThrow('There is a folder "media/Press" already');
});

test('uploads of killed processes are deleted after an hour without writes', async () => {
  await using under = await openStore();
  const { store, incoming } = under;
  const [old, young] = [await staged(store), await staged(store)];
  const now = new Date();
  const before = new Date(now.getTime() - 61 * 60_000);
  await utimes(old.file, before, before);
  expect(await store.removeAbandoned(now)).toBe(1);
  expect((await readdir(incoming)).map((name) => join(incoming, name))).toEqual([young.file]);
});

test('a move that was broken off between its two steps comes to its end', async () => {
  await using under = await openStore();
  const { store, root } = under;
  await store.put(await staged(store, 'moved'), 'media/a.txt');
  await link(join(root, 'media/a.txt'), join(root, 'media/b.txt'));
  await store.move('media/a.txt', 'media/b.txt');
  expect(await readdir(join(root, 'media'))).toEqual(['b.txt']);
});

test('a blocking folder and an unwritable one are reported', async () => {
  await using under = await openStore();
  const { store, root } = under;
  await mkdir(join(root, 'media/a.txt'), { recursive: true });
  expect(await store.put(await staged(store), 'media/a.txt')).toBe('media/a-2.txt');
  const replaced = store.replace(await staged(store), 'media/a.txt');
  await expect(replaced).rejects.toEqual(expectProblem('storage_failed'));
  const file = store.put(await staged(store), 'media/a-2.txt/b.txt');
  await expect(file).rejects.toEqual(expectProblem('storage_failed'));
});

test('a vanished temporary file is a storage failure', async () => {
  await using under = await openStore();
  const { store, root, incoming } = under;
  const one = await staged(store);
  await rename(incoming, join(root, '..', 'elsewhere'));
  const put = store.put(one, 'media/a.txt');
  await expect(put).rejects.toEqual(expectProblem('storage_failed'));
});
