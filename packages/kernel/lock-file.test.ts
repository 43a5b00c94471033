import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory, type TemporaryDirectory } from '@galley/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeLockFile } from './lock-file.ts';

let folder: TemporaryDirectory;
let lock: string;
let temporary: string;

beforeEach(async () => {
  folder = await temporaryDirectory();
  lock = join(folder.path, 'index.lock');
  temporary = join(folder.path, 'mine.tmp');
});

afterEach(() => folder[Symbol.asyncDispose]());

const take = () => takeLockFile(lock, 'mine\n', temporary);

test.each([
  ['is free', undefined],
  ['is left from a crash', 'mine\n'],
])('takes a lock that %s', async (_, left) => {
  if (left !== undefined) await writeFile(lock, left);
  expect(await take()).toBe(true);
  expect(await readFile(lock, 'utf8')).toBe('mine\n');
  expect(await readdir(folder.path)).toEqual(['index.lock']);
});

test('waits for a lock that another process holds', async () => {
  await writeFile(lock, 'theirs\n');
  const taken = take();
  await vi.waitUntil(async () => (await readdir(folder.path)).includes('mine.tmp'));
  await rm(lock);
  expect(await taken).toBe(true);
  expect(await readFile(lock, 'utf8')).toBe('mine\n');
});

test('leaves a lock to its owner who keeps it', async () => {
  await writeFile(lock, 'theirs\n');
  expect(await take()).toBe(false);
  expect(await readFile(lock, 'utf8')).toBe('theirs\n');
  expect(await readdir(folder.path)).toEqual(['index.lock']);
});
