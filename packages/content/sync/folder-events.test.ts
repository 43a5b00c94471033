import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryDirectory } from '@galley/testing';
import { FolderEvents } from './folder-events.ts';

async function watching() {
  const folder = await temporaryDirectory();
  const directory = join(folder.path, 'tree');
  const write = async (path: string): Promise<void> => {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), 'text');
  };
  await write('posts/a.md');
  const paths = new Set<string>();
  let sweeps = 0;
  const failures: unknown[] = [];
  const events = new FolderEvents({
    directory,
    isWatched: (path) => !path.split('/').some((name) => name.startsWith('.')),
    onChange: (path) => (path === undefined ? (sweeps += 1) : paths.add(path)),
    onError: (error) => failures.push(error),
  });
  await events.open();
  return {
    directory,
    write,
    paths,
    failures,
    events,
    move: (from: string, to: string) => rename(join(directory, from), join(directory, to)),
    sees: (path: string) => vi.waitFor(() => expect([...paths]).toContain(path), 10_000),
    sweeps: (count: number) =>
      vi.waitFor(() => expect(sweeps).toBeGreaterThanOrEqual(count), 10_000),
    [Symbol.asyncDispose]: async () => {
      events.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test('reports changed, new and removed files, also in folders that appear later', async () => {
  await using tree = await watching();
  await tree.write('posts/a.md');
  await tree.sees('posts/a.md');
  await tree.write('posts/2026/05/b.md');
  await tree.sees('posts/2026/05/b.md');
  tree.paths.clear();
  await tree.write('posts/2026/05/b.md');
  await tree.sees('posts/2026/05/b.md');
  tree.paths.clear();
  await rm(join(tree.directory, 'posts/2026/05/b.md'));
  await tree.sees('posts/2026/05/b.md');
  expect(tree.failures).toEqual([]);
});

test('ignores hidden files and folders', async () => {
  await using tree = await watching();
  await tree.write('posts/.a.md.swp');
  await tree.write('.git/HEAD');
  await tree.write('posts/b.md');
  await tree.sees('posts/b.md');
  expect([...tree.paths].filter((path) => path.includes('/.') || path.startsWith('.'))).toEqual([]);
});

test('asks for a sweep when a folder moves, and watches the folder at its new path', async () => {
  await using tree = await watching();
  await tree.move('posts', 'essays');
  await tree.sweeps(1);
  await tree.sees('essays/a.md');
  tree.paths.clear();
  await tree.write('essays/a.md');
  await tree.sees('essays/a.md');
});

test('watches a folder that takes the place of another', async () => {
  await using tree = await watching();
  await tree.write('.next/c.md');
  await tree.move('posts', '.previous');
  await tree.move('.next', 'posts');
  await tree.sees('posts/c.md');
  tree.paths.clear();
  await tree.write('posts/c.md');
  await tree.sees('posts/c.md');
});

test('watches the root again after it was replaced', async () => {
  await using tree = await watching();
  await rename(tree.directory, `${tree.directory}-before`);
  await tree.sweeps(1);
  await tree.write('posts/d.md');
  await tree.events.open();
  tree.paths.clear();
  await tree.write('posts/d.md');
  await tree.sees('posts/d.md');
});
