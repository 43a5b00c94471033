import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { silentLogger } from '@galley/kernel';
import { onServer } from '@galley/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Newsroom } from '../../workflow/newsroom.fixtures.ts';
import { PublicChangeFeed } from './public-change-feed.ts';
import type { PublicChange, PublicNotification } from './public-change.ts';

let room: Newsroom;
let feed: PublicChangeFeed;
let news: PublicNotification[];
let end: AbortController;

beforeEach(async () => {
  room = await Newsroom.open();
  news = [];
  end = new AbortController();
  feed = new PublicChangeFeed({
    address: () => room.database.url,
    clock: room.clock,
    logger: silentLogger,
  });
  feed.subscribe((one) => news.push(one));
  for (const loop of feed.loops) loop.start(end.signal);
  await vi.waitFor(() => expect(feed.isCurrent).toBe(true), { timeout: 30_000, interval: 5 });
  news.length = 0;
});

afterEach(async () => {
  end.abort();
  await Promise.all(feed.loops.map((loop) => loop.stopped));
  await room[Symbol.asyncDispose]();
});

async function changes(): Promise<readonly PublicChange[]> {
  await feed.waitUntilDelivered();
  return news.splice(0).map((one) => {
    if (one.kind !== 'document') throw new Error(one.kind);
    return one.change;
  });
}

const post = (frontmatter: string, body = 'Text.\n') => `---\n${frontmatter}\n---\n${body}`;

async function print(path: string, text: string): Promise<void> {
  await room.write(path, text);
  await room.indexer.scan();
}

describe('the feed reports', () => {
  test('a published document with the values that lists sort by', async () => {
    await print(
      'posts/es/ink.md',
      post('title: Tinta\ndate: 2026-01-02\ntags: [Wood type]\naliases: /old'),
    );
    expect(await changes()).toEqual([
      {
        before: undefined,
        after: {
          path: 'posts/es/ink.md',
          id: 'es:post:ink',
          translationKey: 'post:ink',
          type: 'post',
          lang: 'es',
          url: '/es/posts/ink/',
          title: 'Tinta',
          date: Date.UTC(2026, 0, 2) / 1_000,
          updatedAt: null,
          taxonomies: { categories: [], tags: ['Wood type'] },
          aliases: ['/old/'],
        },
      },
    ]);
  });

  test('one change with the previous facts when another text is published', async () => {
    await print('posts/ink.md', post('title: Ink'));
    await changes();
    await print('posts/ink.md', post('title: More ink'));
    expect(await changes()).toMatchObject([
      { before: { title: 'Ink' }, after: { title: 'More ink' } },
    ]);
  });

  test('an unpublished document', async () => {
    await print('posts/ink.md', post('title: Ink'));
    await changes();
    await print('posts/ink.md', post('title: Ink\ndraft: true\nworkflow: draft'));
    expect(await changes()).toMatchObject([{ before: { path: 'posts/ink.md' }, after: undefined }]);
  });

  test('nothing for drafts and rolled back transactions', async () => {
    await print('posts/draft.md', post('workflow: draft'));
    await print('posts/ink.md', post('title: Ink'));
    await changes();
    await room.database.db
      .transaction()
      .execute(async (transaction) => {
        await transaction.deleteFrom('published_documents').execute();
        throw new Error('undone');
      })
      .catch(() => undefined);
    expect(await changes()).toEqual([]);
  });

  test('a full invalidation when the facts do not fit', async () => {
    const tags = Array.from({ length: 900 }, (_, index) => `a long tag ${index}`);
    await print('posts/ink.md', post(`title: Ink\ntags: ${JSON.stringify(tags)}`));
    await feed.waitUntilDelivered();
    expect(news).toEqual([{ kind: 'everything' }]);
  });

  test('a settings change to every process', async () => {
    await feed.announceSettings();
    await feed.waitUntilDelivered();
    expect(news).toEqual([{ kind: 'settings' }]);
  });
});

test('a change before the writer that waits for it continues', async () => {
  for (let round = 0; round < 20; round += 1) {
    await print('posts/ink.md', post(`title: Ink ${round}`));
    expect(await changes()).toMatchObject([{ after: { title: `Ink ${round}` } }]);
  }
});

describe('a lost connection', () => {
  const cut = () =>
    onServer(
      room.database.url,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'galley notifications' and datname = current_database()`,
    );

  test('is noticed immediately; the next connection triggers a full invalidation', async () => {
    await cut();
    await vi.waitFor(() => expect(feed.isCurrent).toBe(false), { timeout: 30_000, interval: 5 });
    await feed.waitUntilDelivered();
    await vi.waitFor(
      () => {
        room.clock.advance(1_000);
        expect(feed.isCurrent).toBe(true);
      },
      { timeout: 30_000, interval: 5 },
    );
    expect(news).toEqual([{ kind: 'everything' }]);
  });

  test('is detected by silence when it ends without notice', async () => {
    await using line = await telephoneLine(room.database.url);
    const distant = new PublicChangeFeed({
      address: () => line.address,
      clock: room.clock,
      logger: silentLogger,
    });
    for (const loop of distant.loops) loop.start(end.signal);
    await vi.waitFor(() => expect(distant.isCurrent).toBe(true), { timeout: 30_000, interval: 5 });
    line.freeze();
    await vi.waitFor(
      () => {
        room.clock.advance(300);
        expect(distant.isCurrent).toBe(false);
      },
      { timeout: 30_000, interval: 5 },
    );
    // An unreachable feed must not block the caller.
    await distant.waitUntilDelivered();
    end.abort();
    await Promise.all(distant.loops.map((loop) => loop.stopped));
  });
});

/** A connection can go silent without closing. */
async function telephoneLine(url: string) {
  const target = new URL(url);
  const sockets: Socket[] = [];
  let isFrozen = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.push(from);
      from.on('data', (data) => isFrozen || to.write(data));
      from.on('close', () => to.destroy());
      from.on('error', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(url);
  address.hostname = '127.0.0.1';
  address.port = String((server.address() as AddressInfo).port);
  return {
    address: address.href,
    freeze: () => (isFrozen = true),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
