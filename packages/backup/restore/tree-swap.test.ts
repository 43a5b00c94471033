import { lstat, mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '@galley/testing';
import { filesBelow } from './fixtures.ts';
import { writeJournal, type SwapJournal, type SwapState } from './swap-journal.ts';
import { TreeSwap } from './tree-swap.ts';

const oldTree = {
  'a.md': 'old a',
  'posts/b.md': 'old b',
  'gone/c.md': 'old c',
  'media/m': 'old m',
};
const newTree = { 'a.md': 'new a', 'posts/b.md': 'new b', 'come/d.md': 'new d' };
const out = ['a.md', 'gone', 'media', 'posts'];
const into = ['a.md', 'come', 'posts'];
const facts = { by: 'rita', backup: 'site.zip', keepsMedia: false, isOutdated: false };

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

async function withSwap(work: (swap: TreeSwap) => Promise<void>): Promise<void> {
  await using folder = await temporaryDirectory();
  const swap = new TreeSwap(folder.path, 'one');
  await write(swap.root, { ...oldTree, '.git/HEAD': 'ref' });
  await write(swap.newFolder, newTree);
  await work(swap);
}

async function treeOf({ root, folder }: TreeSwap): Promise<Record<string, string>> {
  const all = Object.entries(await filesBelow(root));
  const rest = folder.slice(root.length + 1);
  return Object.fromEntries(all.filter(([path]) => !path.startsWith(rest)));
}

const wholeOld = { '.git/HEAD': 'ref', ...oldTree };
const wholeNew = { '.git/HEAD': 'ref', ...newTree };

/** As if killed after these numbers of moves out, in, back in and back out. */
async function leave(swap: TreeSwap, state: SwapState, moved: Moved): Promise<void> {
  const journal: SwapJournal = { ...facts, state, out, in: into };
  const { root, newFolder, oldFolder } = swap;
  await mkdir(oldFolder, { recursive: true });
  const move = (names: readonly string[], from: string, to: string) =>
    names.reduce(
      (before, name) => before.then(() => rename(join(from, name), join(to, name))),
      Promise.resolve(),
    );
  await move(out.slice(0, moved.out), root, oldFolder);
  await move(into.slice(0, moved.in), newFolder, root);
  await move(into.slice(0, moved.in).slice(0, moved.backIn), root, newFolder);
  await move(out.slice(0, moved.out).slice(0, moved.backOut), oldFolder, root);
  await writeJournal(swap.folder, journal);
}

interface Moved {
  readonly out: number;
  readonly in: number;
  readonly backIn: number;
  readonly backOut: number;
}

const none = { out: 0, in: 0, backIn: 0, backOut: 0 };
const counts = (names: readonly unknown[]): number[] =>
  Array.from({ length: names.length + 1 }, (_, at) => at);

const places: readonly (readonly [SwapState, Moved, 'old' | 'new'])[] = [
  ...counts(out).map((count) => ['out', { ...none, out: count }, 'old'] as const),
  ...counts(into).map((count) => ['in', { ...none, out: out.length, in: count }, 'new'] as const),
  ...counts(into).flatMap((moved) =>
    counts(into.slice(0, moved)).flatMap((backIn) =>
      (backIn === moved ? counts(out) : [0]).map(
        (backOut) => ['back', { out: out.length, in: moved, backIn, backOut }, 'old'] as const,
      ),
    ),
  ),
  ...counts(out).map((count) => ['back', { ...none, out: count }, 'old'] as const),
];

describe('GAP-BAK-2: a process killed during a swap', () => {
  test.each(places)('%s, with %o moved: the %s tree is complete', (state, moved, tree) =>
    withSwap(async (swap) => {
      await leave(swap, state, moved);
      expect(await swap.recover()).toBe(tree);
      expect(await treeOf(swap)).toEqual(tree === 'old' ? wholeOld : wholeNew);
      if (tree === 'new') expect(await swap.recover()).toBe('new');
      else expect(await swap.recover()).toBeUndefined();
      expect(await treeOf(swap)).toEqual(tree === 'old' ? wholeOld : wholeNew);
      expect(await swap.remove()).toBe(false);
      expect(await TreeSwap.list(swap.root)).toEqual([]);
    }),
  );

  test('before anything is moved: the unpacked tree is discarded', () =>
    withSwap(async (swap) => {
      expect(await swap.recover()).toBeUndefined();
      await swap.remove();
      expect(await treeOf(swap)).toEqual(wholeOld);
      expect(await readdir(swap.root)).not.toContain('one');
    }));
});

test('a swap installs the new tree and keeps the old one beside it until it is removed', () =>
  withSwap(async (swap) => {
    expect(await swap.run(facts, () => Promise.resolve('noted'))).toBe('noted');
    expect(await treeOf(swap)).toEqual(wholeNew);
    expect(await filesBelow(swap.oldFolder)).toEqual(oldTree);
    expect((await swap.journal())?.state).toBe('swapped');
    await swap.remove();
    expect(await TreeSwap.list(swap.root)).toEqual([]);
  }));

test('a failure in the same step keeps the old tree', () =>
  withSwap(async (swap) => {
    await expect(swap.run(facts, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await treeOf(swap)).toEqual(wholeOld);
  }));

test('a failed move keeps the old tree', () =>
  withSwap(async (swap) => {
    // A rename never replaces a folder that has files.
    await write(swap.oldFolder, { 'posts/in-the-way': 'x' });
    await expect(swap.run(facts, () => Promise.resolve())).rejects.toMatchObject({
      syscall: 'rename',
    });
    expect(await treeOf(swap)).toMatchObject({ 'a.md': 'old a', 'gone/c.md': 'old c' });
  }));

test('media can stay in place', () =>
  withSwap(async (swap) => {
    await swap.run({ ...facts, keepsMedia: true }, () => Promise.resolve());
    expect(await treeOf(swap)).toEqual({ ...wholeNew, 'media/m': 'old m' });
  }));

test('ADD-MED-1: public versions of media stay with the media, also when the swap fails', () =>
  withSwap(async (swap) => {
    const pending = { '.published/media/m': 'public m' };
    await write(swap.root, { ...pending, '.published/posts/b.md': 'old public b' });
    await write(swap.newFolder, { '.published/posts/b.md': 'new public b' });
    const before = await treeOf(swap);
    const plan = { ...facts, keepsMedia: true };
    await expect(swap.run(plan, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await treeOf(swap)).toEqual(before);
    await swap.run(plan, () => Promise.resolve());
    const after = { ...wholeNew, 'media/m': 'old m', '.published/posts/b.md': 'new public b' };
    expect(await treeOf(swap)).toEqual({ ...after, ...pending });
  }));

test('files added to the tree between two steps are kept aside and not overwritten', () =>
  withSwap(async (swap) => {
    await leave(swap, 'in', { ...none, out: out.length });
    await write(swap.root, { 'posts/late.md': 'late' });
    await swap.recover();
    expect(await treeOf(swap)).toEqual(wholeNew);
    await swap.markComplete();
    expect(await swap.remove()).toBe(true);
    expect(await filesBelow(swap.folder)).toMatchObject({ 'late/0-posts/late.md': 'late' });
  }));

test('links in the old tree are in no backup and are kept aside', () =>
  withSwap(async (swap) => {
    await symlink('/etc/hosts', join(swap.root, 'posts', 'link'));
    await swap.run(facts, () => Promise.resolve());
    expect(await swap.remove()).toBe(true);
    expect((await lstat(join(swap.folder, 'late/posts/link'))).isSymbolicLink()).toBe(true);
  }));

test('a link at the top of the tree stays; an archive with its name is rejected as tree_fixed', () =>
  withSwap(async (swap) => {
    await symlink('/tmp', join(swap.root, 'elsewhere'));
    await swap.run(facts, () => Promise.resolve());
    expect((await lstat(join(swap.root, 'elsewhere'))).isSymbolicLink()).toBe(true);
    const next = new TreeSwap(swap.root, 'two');
    await write(next.newFolder, { 'elsewhere/x.md': 'x' });
    const refused = next.run(facts, () => Promise.resolve());
    await expect(refused).rejects.toMatchObject({ code: 'tree_fixed' });
    expect(await treeOf(swap)).toMatchObject(newTree);
  }));
