import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@galley/testing';
import { SnapshotTree } from './fixtures.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const documents = Object.fromEntries(
  Array.from({ length: 10 }, (_, at) => [`posts/${at}/a.md`, 'before']),
);

test('a process killed at any time leaves complete commits, and the next snapshot works', async () => {
  await using tree = await SnapshotTree.make(database.db, documents);
  let known: string[] = [];
  for (let round = 0; round < 2; round++) {
    const args = [join(import.meta.dirname, 'take-snapshots.fixtures.ts'), database.url, tree.root];
    const process = spawn(globalThis.process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(process.stdout, 'data');
    // A snapshot takes some 50 ms.
    await pause(Math.random() * 60);
    process.kill('SIGKILL');
    await once(process, 'exit');
    const history = await tree.history();
    expect(history.slice(history.length - known.length)).toEqual(known);
    // isomorphic-git verifies each object against its hash.
    for (const commit of history.slice(0, history.length - known.length))
      expect(Object.keys(await tree.committed(commit))).toHaveLength(10);
    const { hash } = await tree.take(`After kill ${round}`);
    known = await tree.history();
    expect(known[0]).toBe(hash);
    expect(await tree.status()).toEqual([]);
    expect(await readdir(join(tree.root, '.git'))).not.toContain('index.lock');
  }
});
