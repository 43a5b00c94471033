import { mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '@galley/testing';
import { ObjectStore } from './object-store.ts';

async function withFile<T>(
  bytes: Uint8Array,
  work: (store: ObjectStore, file: Awaited<ReturnType<typeof open>>) => Promise<T>,
): Promise<{ result: T; left: string[] }> {
  await using folder = await temporaryDirectory();
  await mkdir(join(folder.path, 'objects'));
  await writeFile(join(folder.path, 'file'), bytes);
  const file = await open(join(folder.path, 'file'));
  try {
    const result = await work(new ObjectStore(folder.path), file);
    const names = await readdir(join(folder.path, 'objects'), { recursive: true });
    return { result, left: names.filter((name) => name.length > 2) };
  } finally {
    await file.close();
  }
}

const small = Buffer.from('hello\n');
const large = Buffer.alloc(2_000_000, 'ink');

test('bytes have the name that git gives them, and are kept once', async () => {
  const { result, left } = await withFile(small, async (store, file) => [
    await store.writeFile(file, small.length),
    await store.write('blob', small),
  ]);
  expect(result).toEqual(Array(2).fill('ce013625030ba8dba906f756967f9e9ca394464a'));
  expect(left).toEqual(['ce/013625030ba8dba906f756967f9e9ca394464a']);
});

test('a large file that goes through in pieces is the same object as one that does not', async () => {
  const { result, left } = await withFile(large, async (store, file) => {
    const hash = await store.writeFile(file, large.length);
    return { hash, whole: await store.write('blob', large), read: await store.read(hash!, 'blob') };
  });
  expect(result.hash).toBe(result.whole);
  expect(result.read.equals(large)).toBe(true);
  expect(left).toHaveLength(1);
});

test.each([
  ['small', 'grown', small, small.length - 1],
  ['small', 'shrunk', small, small.length + 1],
  ['large', 'grown', large, large.length - 1],
  ['large', 'shrunk', large, large.length + 1],
])('of a %s file that has %s since it was looked at nothing is kept', async (...given) => {
  const [, , bytes, size] = given;
  const { result, left } = await withFile(bytes, (store, file) => store.writeFile(file, size));
  expect({ result, left }).toEqual({ result: undefined, left: [] });
});

test('an object of another type, or none, is told of', async () => {
  const { result } = await withFile(small, async (store) => {
    const hash = await store.write('blob', small);
    const none = 'a'.repeat(40);
    return Promise.allSettled([store.read(hash, 'tree'), store.read(none, 'commit')]);
  });
  expect(result.map((one) => one.status === 'rejected' && String(one.reason))).toEqual([
    expect.stringContaining('lacks the tree ce013625'),
    expect.stringContaining('lacks the commit aaaa'),
  ]);
});
