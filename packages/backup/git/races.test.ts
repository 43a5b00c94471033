import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '@galley/database';
import { silentLogger } from '@galley/kernel';
import { createTestDatabase, type TestDatabase } from '@galley/testing';
import { ada, SnapshotTree } from './fixtures.ts';
import { GitSnapshots } from './git-snapshots.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('concurrent snapshots are taken one after the other, and none is lost', async () => {
  await using tree = await SnapshotTree.make(database.db, { 'posts/a.md': 'a' });
  const other = openDatabase({ address: database.url, poolSize: 3, logger: silentLogger });
  try {
    const elsewhere = new GitSnapshots({ db: other.db, root: tree.root, clock: tree.clock });
    const taken = await Promise.all(
      Array.from({ length: 4 }, async (_, at) => {
        await tree.write(`posts/${at}.md`, `${at}`);
        return (at % 2 ? tree.snapshots : elsewhere).take(`Number ${at}`, ada);
      }),
    );
    const made = new Set(taken.filter(({ created }) => created).map(({ hash }) => hash));
    expect(new Set(await tree.history())).toEqual(made);
    expect(Object.keys(await tree.committed())).toHaveLength(5);
    expect(await tree.status()).toEqual([]);
  } finally {
    await other.close();
  }
});

test('the lock names its owner from the start, so that one left by a crash is recognized', async () => {
  await using tree = await SnapshotTree.make(database.db, { 'posts/a.md': 'a' });
  const seen = new Set<string | undefined>();
  for (let round = 0; round < 5; round++) {
    await tree.write('posts/a.md', `round ${round}`);
    let isOver = false;
    const taking = tree.take().finally(() => (isOver = true));
    for (; !isOver; await turn()) seen.add(lockOf(tree));
    await taking;
  }
  expect(seen).toEqual(new Set([undefined, 'galley\n']));
});

test('documents moved during snapshots are complete in each one', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `${at}.md`);
  const begin = names.map((name) => [`posts/${name}`, `the text of ${name}`] as const);
  await using tree = await SnapshotTree.make(database.db, Object.fromEntries(begin));
  for (let at = 0; at < 20; at++) await tree.write(`pages/${at}/a.md`, 'about');
  let isOver = false;
  const moving = (async () => {
    for (let turn = 0; !isOver; turn++) {
      const [from, to] = turn % 2 ? ['.trash/posts', 'posts'] : ['posts', '.trash/posts'];
      for (const name of names) await tree.move(`${from}/${name}`, `${to}/${name}`);
    }
  })();
  try {
    for (let round = 0; round < 2; round++) {
      await tree.write('pages/0/a.md', `round ${round}`);
      await tree.take();
      const files = await tree.committed();
      for (const name of names) {
        const found = [files[`posts/${name}`], files[`.trash/posts/${name}`]];
        expect(found).toContain(`the text of ${name}`);
      }
    }
  } finally {
    isOver = true;
    await moving;
  }
});

type Edit = (tree: SnapshotTree, disk: Record<string, string>) => Promise<void>;

const path = fc
  .array(fc.constantFrom('a', 'b', 'B', 'a.b', 'é', '-'), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('/'));
const text = fc.string({ maxLength: 20 }).map((content) => Buffer.from(content).toString('latin1'));

const isUnder = (inner: string, outer: string): boolean => inner.startsWith(`${outer}/`);

const write = fc.tuple(path, text).map(([place, content]): Edit => {
  return async (tree, disk) => {
    const inTheWay = Object.keys(disk).filter(
      (other) => other === place || isUnder(other, place) || isUnder(place, other),
    );
    for (const other of inTheWay) {
      await tree.remove(other);
      delete disk[other];
    }
    await tree.remove(place);
    await tree.write(place, Buffer.from(content, 'latin1'));
    disk[place] = content;
  };
});
const touchOne = (
  act: (tree: SnapshotTree, disk: Record<string, string>, place: string) => Promise<void>,
) =>
  fc.nat().map((choice): Edit => async (tree, disk) => {
    const places = Object.keys(disk);
    if (places.length > 0) await act(tree, disk, places[choice % places.length]!);
  });
const remove = touchOne(async (tree, disk, place) => {
  await tree.remove(place);
  delete disk[place];
});
const makeExecutable = touchOne((tree, _disk, place) => chmod(join(tree.root, place), 0o755));
const edits = fc.array(fc.oneof({ weight: 4, arbitrary: write }, remove, makeExecutable), {
  maxLength: 12,
});

test('each commit matches the disk, whatever changes the tree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 5 }), async (rounds) => {
      await using tree = await SnapshotTree.make(database.db);
      const disk: Record<string, string> = {};
      const expected = new Map<string, Record<string, string>>();
      for (const round of rounds) {
        for (const edit of round) await edit(tree, disk);
        const { hash } = await tree.take();
        expected.set(hash, { ...disk });
        expect(await tree.status()).toEqual([]);
      }
      for (const [hash, files] of expected) expect(await tree.committed(hash)).toEqual(files);
    }),
    { numRuns: 5 },
  );
});

function lockOf(tree: SnapshotTree): string | undefined {
  try {
    return readFileSync(join(tree.root, '.git/index.lock'), 'utf8');
  } catch {
    return undefined;
  }
}
