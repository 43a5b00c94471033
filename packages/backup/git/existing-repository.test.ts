import { mkdir, readdir, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import git from 'isomorphic-git';
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@galley/testing';
import { backupProblems } from '../problems.ts';
import { SnapshotTree } from './fixtures.ts';
import {
  hashPack,
  hashPackIndex,
  indexVersion3,
  indexVersion4,
  offsetPack,
  offsetPackIndex,
  packed,
  sparseIndex,
  splitIndex,
  splitIndexHash,
} from './written-by-git.fixtures.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const files = { 'posts/a.md': 'a\n', 'posts/b.md': 'b\n' };

async function expectRefused(tree: SnapshotTree, words: RegExp): Promise<void> {
  const before = await readdir(join(tree.root, '.git'), { recursive: true });
  const refusal = await tree.take().catch((error: unknown) => error);
  expect(backupProblems.git_unusable.is(refusal) && refusal.message).toMatch(words);
  expect(await readdir(join(tree.root, '.git'), { recursive: true })).toEqual(before);
}

describe('an existing repository', () => {
  test('is used: the snapshot is added to the current branch', async () => {
    await using tree = await SnapshotTree.make(database.db, files);
    const byHand = await tree.initialise('drafts', ['posts/a.md']);
    const { hash, filesChanged } = await tree.take();
    expect(filesChanged).toBe(1);
    expect(await tree.branch()).toBe('drafts');
    expect(await tree.history('drafts')).toEqual([hash, byHand]);
    expect(await tree.committed()).toEqual(files);
    expect(await tree.status()).toEqual([]);
    expect((await tree.snapshots.log(5)).map(({ message }) => message)).toEqual([
      'A snapshot',
      'By hand',
    ]);
  });

  test('of a parent folder is left unchanged', async () => {
    await using tree = await SnapshotTree.make(database.db, files);
    const around = { fs, dir: tree.project };
    await git.init({ ...around, defaultBranch: 'trunk' });
    await git.add({ ...around, filepath: 'content/posts/a.md' });
    const message = 'The project';
    const commit = await git.commit({ ...around, message, author: { name: 'Bo', email: 'bo@x' } });
    await tree.take();
    expect(await tree.committed()).toEqual(files);
    expect(await git.resolveRef({ ...around, ref: 'HEAD' })).toBe(commit);
    expect((await git.log(around)).length).toBe(1);
  });

  test('in a submodule, with an external git folder, is used too', async () => {
    await using tree = await SnapshotTree.make(database.db, files);
    await tree.initialise('main');
    await mkdir(join(tree.project, 'modules'));
    await rename(join(tree.root, '.git'), join(tree.project, 'modules/content'));
    await writeFile(join(tree.root, '.git'), 'gitdir: ../modules/content\n');
    const { hash } = await tree.take();
    const gitdir = join(tree.project, 'modules/content');
    expect(await git.resolveRef({ fs, gitdir, ref: 'refs/heads/main' })).toBe(hash);
    expect(await readFile(join(tree.root, '.git'), 'utf8')).toBe('gitdir: ../modules/content\n');
  });

  test('commits and unstages staged changes that match the disk', async () => {
    await using tree = await SnapshotTree.make(database.db, files);
    await tree.initialise('main', ['posts/a.md']);
    await tree.write('posts/a.md', 'staged\n');
    await tree.stage('posts/a.md', 'posts/b.md');
    await tree.take();
    expect(await tree.committed()).toEqual({ ...files, 'posts/a.md': 'staged\n' });
    expect(await tree.status()).toEqual([]);
  });

  test('keeps staged changes that differ from the disk; the snapshot matches the disk', async () => {
    await using tree = await SnapshotTree.make(database.db, files);
    await tree.initialise('main', ['posts/a.md', 'posts/b.md']);
    await tree.write('posts/a.md', 'staged\n');
    await tree.write('posts/c.md', 'staged and removed\n');
    await tree.stage('posts/a.md', 'posts/c.md');
    await tree.write('posts/a.md', 'on disk\n');
    await tree.remove('posts/c.md');
    await tree.take();
    expect(await tree.committed()).toEqual({ ...files, 'posts/a.md': 'on disk\n' });
    expect(await tree.staged('posts/a.md')).toBe('staged\n');
    expect(await tree.staged('posts/c.md')).toBe('staged and removed\n');
    expect(await tree.take()).toMatchObject({ created: false });
    expect(await tree.staged('posts/a.md')).toBe('staged\n');
  });

  test.each([
    ['place', offsetPack, offsetPackIndex],
    ['hash', hashPack, hashPackIndex],
  ])('packed by git is read, with deltas by %s', async (_how, pack, index) => {
    await using tree = await SnapshotTree.make(database.db);
    await tree.initialise('main');
    await tree.write('.git/objects/pack/pack-1.pack', pack);
    await tree.write('.git/objects/pack/pack-1.idx', index);
    await tree.write('.git/refs/heads/main', `${packed.commits[0]}\n`);
    expect((await tree.snapshots.log(5)).map(({ hash }) => hash)).toEqual(packed.commits);
    for (let at = 1; at <= 24; at++)
      await tree.write(`a-document-with-a-long-name-${at}.md`, at === 7 ? '77' : 'same');
    expect(await tree.take()).toMatchObject({ created: false, hash: packed.commits[0] });
    await tree.write('a-document-with-a-long-name-7.md', 'same');
    const { hash, filesChanged } = await tree.take();
    expect(filesChanged).toBe(1);
    expect((await tree.commit()).tree).toBe(packed.trees[1]);
    expect(await tree.history()).toEqual([hash, ...packed.commits]);
  });
});

test('with an index of version 3 is used, and intent-to-add entries (git add -N) are committed', async () => {
  const [a, another, b, z] = ['posts/a.md', 'posts/another.md', 'posts/deep/b.md', 'z.md'];
  const documents = { [a]: '1\n', [another]: '2\n', [b]: '3\n', [z]: '4\n' };
  await using tree = await SnapshotTree.make(database.db, documents);
  await tree.initialise('main');
  await tree.write('.git/index', indexVersion3);
  expect(await tree.take()).toMatchObject({ filesChanged: 4 });
  expect(await tree.committed()).toEqual(documents);
  expect(await tree.status()).toEqual([]);
});

test('with a lock of a killed Galley is taken over, and the lock is removed', async () => {
  await using tree = await SnapshotTree.make(database.db, files);
  await tree.initialise('main');
  await tree.write('.git/index.lock', 'galley\n');
  expect(await tree.take()).toMatchObject({ created: true });
  expect(await readdir(join(tree.root, '.git'))).not.toContain('index.lock');
});

test('that is incomplete after a crash is completed', async () => {
  await using tree = await SnapshotTree.make(database.db, files);
  await tree.write('.git/config', '[core]\n');
  expect(await tree.snapshots.log(1)).toEqual([]);
  expect(await tree.take()).toMatchObject({ created: true, filesChanged: 2 });
});

test('from a shallow clone shows the available log', async () => {
  await using tree = await SnapshotTree.make(database.db, files);
  const first = await tree.take('First');
  await tree.write('posts/a.md', 'more\n');
  const { hash } = await tree.take('Second');
  await tree.write('.git/shallow', `${hash}\n`);
  await tree.remove(`.git/objects/${first.hash.slice(0, 2)}/${first.hash.slice(2)}`);
  expect((await tree.snapshots.log(9)).map(({ message }) => message)).toEqual(['Second']);
});

describe('a repository that a snapshot would damage is rejected', () => {
  test.each([
    ['MERGE_HEAD', /a merge in progress/],
    ['CHERRY_PICK_HEAD', /a cherry-pick in progress/],
    ['rebase-merge/onto', /a rebase in progress/],
    ['index.lock', /remove index\.lock/],
    ['refs/heads/main.lock', /remove refs\/heads\/main\.lock/],
    ['commondir', /a linked worktree/],
  ])('with %s', async (name, words) => {
    await using tree = await SnapshotTree.make(database.db, files);
    await tree.initialise('main', ['posts/a.md', 'posts/b.md']);
    await tree.take();
    await tree.write(`.git/${name}`, packed.commits[0]);
    await tree.write('posts/a.md', 'changed\n');
    const refusal = await tree.take().catch((error: unknown) => error);
    expect(backupProblems.git_unusable.is(refusal) && refusal.message).toMatch(words);
    expect(await tree.history()).toHaveLength(1);
    await tree.remove(`.git/${name.split('/on')[0]!}`);
    expect(await tree.take()).toMatchObject({ created: true });
  });

  test.each([
    ['extensions.objectFormat', 'sha256', /uses sha256 object names/],
    ['extensions.refStorage', 'reftable', /"reftable"/],
    ['core.bare', true, /it is bare/],
    ['core.repositoryformatversion', '2', /newer than Galley supports/],
  ] as const)('with %s = %s', async (path, value, words) => {
    await using tree = await SnapshotTree.make(database.db, files);
    await tree.initialise('main');
    await tree.configure(path, value);
    await expectRefused(tree, words);
    await expect(tree.snapshots.log(1)).rejects.toThrow(words);
  });

  test('with a detached HEAD', async () => {
    await using tree = await SnapshotTree.make(database.db, files);
    const hash = await tree.initialise('main');
    await tree.write('.git/HEAD', `${hash}\n`);
    await expectRefused(tree, /detached HEAD/);
    expect((await tree.snapshots.log(5)).map((one) => one.hash)).toEqual([hash]);
  });

  test('that shares the objects of another one', async () => {
    await using tree = await SnapshotTree.make(database.db, files);
    await tree.initialise('main');
    await tree.write('.git/objects/info/alternates', '/elsewhere/objects\n');
    await expectRefused(tree, /shares the objects/);
  });

  test('with a pack that is too large for memory', async () => {
    await using tree = await SnapshotTree.make(database.db);
    await tree.initialise('main');
    const pack = join(tree.root, '.git/objects/pack/pack-1.pack');
    await tree.write('.git/objects/pack/pack-1.pack', offsetPack);
    await truncate(pack, 513 * 1024 * 1024);
    await tree.write('.git/objects/pack/pack-1.idx', offsetPackIndex);
    await tree.write('.git/refs/heads/main', `${packed.commits[0]}\n`);
    await expect(tree.take()).rejects.toThrow(/pack of more than 512 MiB/);
    await expect(tree.snapshots.log(1)).rejects.toThrow(/pack of more than 512 MiB/);
  });

  test('with a missing part of its last commit', async () => {
    await using tree = await SnapshotTree.make(database.db, files);
    await tree.take();
    const { tree: lost } = await tree.commit();
    await tree.remove(`.git/objects/${lost.slice(0, 2)}/${lost.slice(2)}`);
    await expectRefused(tree, /contains an object that Galley cannot read/);
  });

  test.each([
    ['of version 4', indexVersion4],
    ['split in two', splitIndex],
    ['with whole folders (sparse)', sparseIndex],
    ['with one wrong byte', indexVersion3.with(100, 1 ^ indexVersion3[100]!)],
    ['cut off', indexVersion3.subarray(0, 200)],
    ['that makes no sense', Buffer.from('DIRC and nothing that makes sense after that')],
    ['that is empty', Buffer.alloc(0)],
  ])('with an index %s, which is left unchanged', async (_what, index) => {
    await using tree = await SnapshotTree.make(database.db, files);
    await tree.initialise('main', ['posts/a.md']);
    await tree.write(`.git/sharedindex.${splitIndexHash}`, 'the larger part');
    await tree.write('.git/index', index);
    await expectRefused(tree, /damaged or in a format that Galley cannot read/);
    expect(await readFile(join(tree.root, '.git/index'))).toEqual(Buffer.from(index));
  });
});
