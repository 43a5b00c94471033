import { silentLogger } from '@galley/kernel';
import { analyze, createTestDatabase, planSteps, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase, type Database, type DatabaseHandle } from '../database.ts';
import { DomainEventRepository } from './domain-event-repository.ts';
import { EventCursorRepository } from './event-cursor-repository.ts';
import { appendMany, at, eventOf, subjects } from './fixtures.ts';

let database: TestDatabase;
let otherPool: DatabaseHandle;
let db: Database;
let elsewhere: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  otherPool = openDatabase({ address: database.url, poolSize: 8, logger: silentLogger });
  db = database.db;
  elsewhere = otherPool.db;
});

afterAll(async () => {
  await otherPool.close();
  await database.close();
});

beforeEach(async () => {
  await db.deleteFrom('domain_events').execute();
  await db.deleteFrom('event_cursors').execute();
});

function openTransaction(pool: Database, subject: string) {
  const [appended, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = pool.transaction().execute(async (transaction) => {
    await new DomainEventRepository(transaction).append([eventOf(subject)]);
    appended.resolve();
    await end.promise;
  });
  const finish = async (how: 'commit' | 'roll back'): Promise<void> => {
    if (how === 'commit') end.resolve();
    else end.reject(new Error('rolled back'));
    await Promise.allSettled([ended]);
  };
  return { appended: appended.promise, finish };
}

describe('appended events', () => {
  test('are stored unchanged, in order, with increasing ids', async () => {
    const data = { path: 'posts/ä.md', tags: ['a', 'b'], nothing: null, count: 3 };
    const events = [
      eventOf('first', { type: 'document.created', data }),
      eventOf('second', { type: 'user.deleted', actor: 'galley' }),
    ];
    await new DomainEventRepository(db).append(events);
    const found = await new DomainEventRepository(db).listAfter(0, 10);
    expect(found).toMatchObject(events);
    expect(found[1]!.id).toBeGreaterThan(found[0]!.id);
  });

  test('take no lock when there are none', async () => {
    const open = openTransaction(db, 'open');
    await open.appended;
    await new DomainEventRepository(elsewhere).append([]);
    await open.finish('commit');
    expect(await subjects(db)).toEqual(['open']);
  });

  test('are rolled back with their transaction', async () => {
    const open = openTransaction(db, 'undone');
    await open.appended;
    await open.finish('roll back');
    expect(await subjects(db)).toEqual([]);
  });
});

describe('a reader that follows ids', () => {
  test.each([
    ['commit', ['first', 'second']],
    ['roll back', ['second']],
  ] as const)('does not pass an earlier event before its %s', async (how, expected) => {
    const first = openTransaction(db, 'first');
    await first.appended;
    const second = openTransaction(elsewhere, 'second');
    await second.appended;
    await second.finish('commit');
    expect(await subjects(db)).toEqual([]);
    await first.finish(how);
    expect(await subjects(db)).toEqual(expected);
  });

  test('gives up on a long transaction, and writers do not wait for it', async () => {
    const long = openTransaction(db, 'long');
    await long.appended;
    const next = openTransaction(elsewhere, 'next');
    await next.appended;
    await next.finish('commit');
    expect(await subjects(db)).toEqual([]);
    await long.finish('commit');
    expect(await subjects(db)).toEqual(['long', 'next']);
  });

  test('finds every event once during many writes', async () => {
    const writers = 8;
    const each = 40;
    let writing = writers;
    const write = async (writer: number): Promise<void> => {
      for (let number = 0; number < each; number += 1) {
        const open = openTransaction(elsewhere, `${writer}-${number}`);
        await open.appended;
        await open.finish((writer + number) % 4 === 0 ? 'roll back' : 'commit');
      }
      writing -= 1;
    };
    const seen: { id: number; subject: string }[] = [];
    const follow = async (): Promise<void> => {
      for (let isLast = false; ;) {
        const found = await new DomainEventRepository(db).listAfter(seen.at(-1)?.id ?? 0, 7);
        seen.push(...found);
        if (found.length > 0) continue;
        if (isLast) return;
        isLast = writing === 0;
      }
    };
    await Promise.all([...Array.from({ length: writers }, (_, writer) => write(writer)), follow()]);
    expect(seen).toHaveLength((writers * each * 3) / 4);
    expect(seen.map(({ subject }) => subject)).toEqual(await subjects(db));
  });
});

describe('removal', () => {
  const before = new Date(at.getTime() + 1);

  async function consumerAt(consumer: string, lastId: number): Promise<void> {
    await new EventCursorRepository(db).enrol(consumer);
    await new EventCursorRepository(db).move(consumer, lastId);
  }

  test('covers old events that all consumers have read', async () => {
    await appendMany(db, 4);
    const ids = await new DomainEventRepository(db).listAfter(0, 10);
    await consumerAt('quick', ids[3]!.id);
    await consumerAt('slow', ids[1]!.id);
    expect(await new DomainEventRepository(db).removeRead(before)).toBe(2);
    expect(await subjects(db)).toEqual(['3', '4']);
  });

  test('excludes younger events', async () => {
    await appendMany(db, 2);
    await consumerAt('quick', 1_000_000_000);
    expect(await new DomainEventRepository(db).removeRead(at)).toBe(0);
    expect(await subjects(db)).toEqual(['1', '2']);
  });

  test('is skipped while a consumer has read nothing, or without consumers', async () => {
    await appendMany(db, 2);
    expect(await new DomainEventRepository(db).removeRead(before)).toBe(0);
    await consumerAt('quick', 1_000_000_000);
    await new EventCursorRepository(db).enrol('new');
    expect(await new DomainEventRepository(db).removeRead(before)).toBe(0);
  });
});

test('consumers read an index and no table', async () => {
  await db
    .insertInto('domain_events')
    .values(
      Array.from({ length: 5_000 }, (_, number) => ({ ...eventOf(String(number)), data: '{}' })),
    )
    .execute();
  await new EventCursorRepository(db).enrol('reader');
  // Otherwise autovacuum may have counted the few events of another test.
  await analyze(database, 'domain_events');
  const steps = await planSteps(database, async (noted) => {
    await new DomainEventRepository(noted).listAfter(2_000, 200);
    await new EventCursorRepository(noted).behind('reader');
  });
  const onEvents = steps.filter((step) => step['Relation Name'] === 'domain_events');
  expect(onEvents.map((step) => step['Index Name'])).toEqual([
    'domain_events_pkey',
    'domain_events_pkey',
  ]);
});
