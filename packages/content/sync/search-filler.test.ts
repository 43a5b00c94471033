import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '@galley/database';
import { insertManyDocuments, nthWord, onServer } from '@galley/testing';
import { editor, Newsroom } from '../workflow/newsroom.fixtures.ts';
import { SearchRepository } from '../search/search-repository.ts';
import { SearchFiller } from './search-filler.ts';

const writesWords = /^\s*insert into document_search/;
/** Milliseconds; generous for busy machines. */
const patience = { timeout: 30_000 };
const readsTexts = /"document_history"\."bytes"/;

let room: Newsroom;
let stop: AbortController;
let started: SearchFiller[];

beforeEach(async () => {
  room = await Newsroom.open();
  stop = new AbortController();
  started = [];
});

afterEach(async () => {
  stop.abort();
  await Promise.all(started.map(({ loop }) => loop.stopped));
  await room[Symbol.asyncDispose]();
});

async function insertUnsearchable(count: number): Promise<void> {
  await insertManyDocuments(room.database.url, { count, words: 12 });
  await room.database.db.deleteFrom('document_search').execute();
}

function filler(db: Database = room.database.db): SearchFiller {
  return new SearchFiller({ db, clock: room.clock, logger: room.logger });
}

async function start(one: SearchFiller, signal = stop.signal): Promise<SearchFiller> {
  one.loop.start(signal);
  started.push(one);
  await one.fill();
  return one;
}

function interrupted(statements: RegExp, act: (time: number) => Promise<void> | void): Database {
  const { db } = room.database;
  const met = new WeakSet<object>();
  let times = 0;
  return db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      if (statements.test(db.getExecutor().compileQuery(node, queryId).sql)) met.add(queryId);
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      if (met.has(queryId)) await act((times += 1));
      return result;
    },
  });
}

async function count(q = 'title '): Promise<number> {
  return (await room.service.list(editor, { q, pageSize: 1 })).total;
}

function onDatabase(statement: string): Promise<void> {
  return onServer(room.database.url, statement);
}

function missing(): Promise<unknown[]> {
  return new SearchRepository(room.database.db).listMissing();
}

function completions(): unknown[] {
  const lines = room.log.filter(({ message }) => message === 'search index complete');
  return lines.map(({ attributes }) => attributes['documents']);
}

describe('more documents than a scan indexes for search', () => {
  test('include those of a scan that ends while others are being indexed', async () => {
    await insertUnsearchable(1_001);
    const isWriting = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const db = interrupted(writesWords, (time) => {
      if (time > 1) return;
      isWriting.resolve();
      return gate.promise;
    });
    const one = await start(filler(db));
    await isWriting.promise;
    await room.write('posts/late.md', '---\ntitle: Late\n---\n');
    await room.indexer.indexPath('posts/late.md');
    await room.database.db.updateTable('document_search').set({ version: 0 }).execute();
    const filled = one.fill();
    gate.resolve();
    await filled;
    await expect.poll(missing, patience).toEqual([]);
  });

  test('become searchable later, and the log reports when', async () => {
    const writing = Array.from({ length: 1_001 }, (_, at) =>
      room.write(`posts/${at}.md`, `---\ntitle: Title ${at}\n---\n`),
    );
    await Promise.all(writing);
    await room.indexer.scan();
    expect(await count()).toBe(0);
    expect((await room.service.list(editor, { pageSize: 1 })).total).toBe(1_001);
    room.indexer.searchFiller.loop.start(stop.signal);
    started.push(room.indexer.searchFiller);
    await expect.poll(() => count(), patience).toBe(1_001);
    await expect.poll(completions, patience).toEqual([1_001]);
  });

  test('are each indexed once, by one of several processes', async () => {
    await insertUnsearchable(1_100);
    let writes = 0;
    const noted = interrupted(writesWords, async () => {
      writes += 1;
      // Wait until the other process has noticed the lock.
      if (writes === 1) await room.clock.sleeping();
    });
    const [one, other] = [filler(noted), filler(noted)];
    // Asked before either indexes: a process that finds few missing documents indexes them at once.
    await Promise.all([one.fill(), other.fill()]);
    for (const each of [one, other]) {
      each.loop.start(stop.signal);
      started.push(each);
    }
    await expect.poll(completions, patience).toEqual([1_100]);
    room.clock.advance(5_000);
    stop.abort();
    await Promise.all([one.loop.stopped, other.loop.stopped]);
    expect(writes).toBe(1_100 / 50);
    expect(completions()).toEqual([1_100]);
    expect(await count()).toBe(1_100);
  });

  test('are completed by the next process after a stop', async () => {
    await insertUnsearchable(1_050);
    const first = new AbortController();
    const ended = filler(interrupted(writesWords, () => first.abort()));
    await start(ended, first.signal);
    await ended.loop.stopped;
    expect(await count()).toBe(100);
    expect(completions()).toEqual([]);
    await start(filler());
    expect(await count()).toBe(1_050);
  });

  test('are completed by another process after a kill', async () => {
    await insertUnsearchable(1_300);
    const isAtIt = Promise.withResolvers<void>();
    const neverMind = Promise.withResolvers<void>();
    const killed = filler(
      interrupted(writesWords, () => {
        isAtIt.resolve();
        return neverMind.promise;
      }),
    );
    await start(killed);
    await isAtIt.promise;
    const waiting = await start(filler());
    await room.clock.sleeping();
    expect(await count()).toBe(50);
    // Simulates a killed process, whose connections are closed.
    await onDatabase(
      `select pg_terminate_backend(pid, 10000) from pg_locks join pg_database on pg_database.oid = database
         where locktype = 'advisory' and datname = current_database()`,
    );
    room.clock.advance(5_000);
    await expect.poll(completions, patience).toEqual([1_250]);
    expect(await count()).toBe(1_300);
    stop.abort();
    neverMind.resolve();
    await waiting.loop.stopped;
  });

  test('continue when one document cannot be indexed', async () => {
    await insertUnsearchable(1_050);
    await onDatabase(`
      create function refuse() returns trigger language plpgsql as $$
        begin
          if new.document_id = 7 then raise exception 'no words for %', new.document_id; end if;
          return new;
        end $$;
      create trigger refusing before insert on document_search for each row execute function refuse()`);
    await start(filler());
    await expect.poll(completions, patience).toHaveLength(1);
    expect(await count()).toBe(1_049);
    expect(room.log).toContainEqual({
      level: 'warn',
      message: 'indexing a document for search failed',
      attributes: { path: 'posts/7/7.md', error: 'no words for 7' },
    });
  });
});

test('stopping before any work ends at once', async () => {
  const one = await start(filler());
  stop.abort();
  await one.loop.stopped;
  const late = await start(filler());
  await late.loop.stopped;
});

test('documents indexed by an older version are indexed again', async () => {
  await insertManyDocuments(room.database.url, { count: 30, words: 12 });
  expect(await count(`${nthWord(1)} `)).toBeGreaterThan(0);
  await room.database.db
    .updateTable('document_search')
    .set({ version: 0, everything: '', head: '' })
    .execute();
  expect(await count()).toBe(0);
  await filler().fill();
  expect(await count()).toBe(30);
  expect(await count(`${nthWord(1)} `)).toBeGreaterThan(0);
});

describe('changes during indexing', () => {
  beforeEach(async () => {
    await room.write('posts/raced.md', '---\ntitle: Raced\nmateria: Cajista\n---\nRecto.\n');
    await room.indexer.scan();
    await room.database.db.deleteFrom('document_search').execute();
  });

  const fillAfter = (act: () => Promise<unknown>): Promise<void> =>
    filler(interrupted(readsTexts, async () => void (await act()))).fill();

  test('are found as they were saved', async () => {
    const save = { path: 'posts/raced.md', content: 'Verso.\n' };
    await fillAfter(() => room.service.save(editor, save));
    expect([await count('verso'), await count('recto')]).toEqual([1, 0]);
  });

  test('are found by the settings of the reindex', async () => {
    const { settings } = room;
    await fillAfter(async () => {
      const materia = settings.taxonomies['tags']!;
      room.settings = { ...settings, taxonomies: { ...settings.taxonomies, materia } };
      await room.indexer.rederive();
    });
    expect(await count('cajista')).toBe(1);
  });

  test('remove deleted documents from the results', async () => {
    await fillAfter(async () => {
      await room.remove('posts/raced.md');
      await room.indexer.scan();
    });
    expect(await count('recto')).toBe(0);
    const rows = await room.database.db.selectFrom('document_search').selectAll().execute();
    expect(rows).toEqual([]);
  });
});
