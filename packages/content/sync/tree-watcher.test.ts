import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { systemClock } from '@galley/kernel';
import { Newsroom } from '../workflow/newsroom.fixtures.ts';
import { watchTree, type TreeWatcherOptions } from './tree-watcher.ts';

const post = (title: string): string => `---\ntitle: ${title}\n---\nText.\n`;

function watching(room: Newsroom, options: Partial<TreeWatcherOptions>) {
  const stop = new AbortController();
  const { tree, indexer, logger } = room;
  const watcher = watchTree({
    tree,
    indexer,
    logger,
    mode: 'events',
    pollMilliseconds: 20,
    clock: systemClock,
    onConfigChange: () => Promise.resolve(),
    ...options,
  });
  watcher.loop.start(stop.signal);
  return {
    watcher,
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await watcher.loop.stopped;
    },
  };
}

async function shows(room: Newsroom, titles: string[]): Promise<void> {
  await vi.waitFor(async () => expect(await room.titlesInPublic()).toEqual(titles), {
    timeout: 30_000,
    interval: 10,
  });
}

test.each(['events', 'poll', 'auto'] as const)(
  '%s detects added, changed, moved and removed files, and moved folders',
  async (mode) => {
    await using room = await Newsroom.open();
    await room.write('posts/a.md', post('A'));
    await room.indexer.scan();
    await using watch = watching(room, { mode });
    await watch.watcher.ready;
    await room.write('posts/deep/b.md', post('B'));
    await shows(room, ['A', 'B']);
    await room.write('posts/a.md', post('A2'));
    await shows(room, ['A2', 'B']);
    await rename(join(room.directory, 'posts/deep'), join(room.directory, 'posts/moved'));
    await vi.waitFor(
      async () => expect((await room.published.findById('en:post:moved/b'))?.title).toBe('B'),
      30_000,
    );
    await room.remove('posts/a.md');
    await shows(room, ['B']);
  },
);

test('detects an edit by an editor that renames over the file', async () => {
  await using room = await Newsroom.open();
  await room.write('posts/a.md', post('A'));
  await room.indexer.scan();
  await using watch = watching(room, {});
  await watch.watcher.ready;
  await room.write('posts/.a.md.swp', post('A2'));
  await rename(join(room.directory, 'posts/.a.md.swp'), join(room.directory, 'posts/a.md'));
  await shows(room, ['A2']);
});

test('reports a configuration change before the documents that changed with it', async () => {
  await using room = await Newsroom.open();
  const told = Promise.withResolvers<readonly string[]>();
  const onConfigChange = (paths: readonly string[]): Promise<void> => {
    if (paths.length > 0) told.resolve(paths);
    return Promise.resolve();
  };
  await room.write('config/site.yaml', 'title: One');
  await using watch = watching(room, { onConfigChange });
  await watch.watcher.ready;
  await room.write('config/site.yaml', 'title: Two');
  expect(await told.promise).toContain('config/site.yaml');
});

test('polls every file and logs it where the tree cannot be watched', async () => {
  await using room = await Newsroom.open();
  await using watch = watching(room, { mode: 'auto' });
  watch.watcher.giveUpWatching(
    new Error('ENOSPC: System limit for number of file watchers reached'),
  );
  expect(watch.watcher.isPolling).toBe(true);
  expect(room.log.map(({ message }) => message)).toContain(
    'watching files failed; polling every file instead',
  );
  await room.write('posts/a.md', post('A'));
  await shows(room, ['A']);
});
