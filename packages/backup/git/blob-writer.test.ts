import { mkdir, open, readdir, writeFile } from 'node:fs/promises';
import fs from 'node:fs';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '@galley/testing';
import { BlobWriter } from './blob-writer.ts';

async function store(bytes: Uint8Array, size: number) {
  await using folder = await temporaryDirectory();
  await mkdir(join(folder.path, 'objects'));
  await writeFile(join(folder.path, 'file'), bytes);
  const blobs = new BlobWriter(folder.path);
  await using file = await open(join(folder.path, 'file'));
  const oid = await blobs.write(file, size);
  await blobs.sync();
  const left = await readdir(join(folder.path, 'objects'), { recursive: true });
  const at = { fs, dir: folder.path, gitdir: folder.path };
  const blob = oid === undefined ? undefined : (await git.readBlob({ ...at, oid })).blob;
  return { oid, left, blob: blob && Buffer.from(blob) };
}

const small = Buffer.from('hello\n');
const large = Buffer.alloc(2_000_000, 'ink');

test.each([
  ['small', small, 'ce013625030ba8dba906f756967f9e9ca394464a'],
  ['empty', Buffer.alloc(0), 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'],
  ['large', large, 'e1a292e1f9d88352332ac20c5dbeb54370339ef3'],
])('a %s file gets its git hash and leaves no temporary files', async (_, bytes, hash) => {
  const { oid, blob, left } = await store(bytes, bytes.length);
  expect({ oid, isSame: blob?.equals(bytes) }).toEqual({ oid: hash, isSame: true });
  expect(left.toSorted()).toEqual([hash.slice(0, 2), `${hash.slice(0, 2)}/${hash.slice(2)}`]);
});

test.each([
  ['small', 'grown', small, small.length - 1],
  ['small', 'shrunk', small, small.length + 1],
  ['large', 'grown', large, large.length - 1],
  ['large', 'shrunk', large, large.length + 1],
])('stores nothing of a %s file that has %s since it was examined', async (...given) => {
  const [, , bytes, size] = given;
  expect(await store(bytes, size)).toEqual({ oid: undefined, blob: undefined, left: [] });
});
