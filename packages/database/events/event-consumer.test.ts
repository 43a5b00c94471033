import { sql } from 'kysely';
import type { DomainEvent } from '@galley/kernel';
import { silentLogger } from '@galley/kernel';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase, type Database, type DatabaseHandle, type Transaction } from '../database.ts';
import { DomainEventRepository } from './domain-event-repository.ts';
import { EventConsumer } from './event-consumer.ts';
import { appendMany, eventOf } from './fixtures.ts';

let database: TestDatabase;
let otherPool: DatabaseHandle;
let db: Database;
let clock: ManualClock;
let errors: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  otherPool = openDatabase({ address: database.url, poolSize: 5, logger: silentLogger });
  db = database.db;
});

afterAll(async () => {
  await otherPool.close();
  await database.close();
});

beforeEach(async () => {
  for (const table of ['domain_events', 'event_cursors', 'project_facts'] as const) {
    await db.deleteFrom(table).execute();
  }
  clock = new ManualClock();
  errors = [];
});

type Handle = (transaction: Transaction, events: readonly DomainEvent[]) => Promise<void>;

function consumer(
  handle: Handle = note,
  { pool = db, name = 'test' }: { pool?: Database; name?: string } = {},
): EventConsumer {
  const error = (message: string): void => void errors.push(message);
  return new EventConsumer({ db: pool, name, handle, clock, logger: { ...silentLogger, error } });
}

async function note(transaction: Transaction, events: readonly DomainEvent[]): Promise<void> {
  const rows = events.map(({ subject }) => ({ name: subject, value: '1' }));
  await transaction.insertInto('project_facts').values(rows).execute();
}

async function noted(): Promise<number[]> {
  const rows = await db.selectFrom('project_facts').select('name').execute();
  return rows.map(({ name }) => Number(name)).toSorted((a, b) => a - b);
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('a consumer', () => {
  test('handles each event once, in order, whether old or new', async () => {
    await appendMany(db, 3);
    const order: string[] = [];
    const one = consumer(async (transaction, events) => {
      order.push(...events.map(({ subject }) => subject));
      await note(transaction, events);
    });
    await one.catchUp();
    await new DomainEventRepository(db).append([eventOf('4'), eventOf('5')]);
    await one.catchUp();
    await one.catchUp();
    expect(order).toEqual(['1', '2', '3', '4', '5']);
    expect(await noted()).toEqual(upTo(5));
  });

  test('polls every second', async () => {
    const stop = new AbortController();
    const one = consumer();
    one.loop.start(stop.signal);
    await clock.sleeping();
    await appendMany(db, 2);
    // Pauses are up to a tenth shorter.
    clock.advance(899);
    expect(await noted()).toEqual([]);
    clock.advance(101);
    await clock.sleeping();
    expect(await noted()).toEqual(upTo(2));
    stop.abort();
    await one.loop.stopped;
    expect(errors).toEqual([]);
  });

  test('continues after a restart, and a consumer with a new name starts at the beginning', async () => {
    await appendMany(db, 2);
    await consumer().catchUp();
    await new DomainEventRepository(db).append([eventOf('3')]);
    const seen: string[] = [];
    const see: Handle = async (_transaction, events) => {
      seen.push(...events.map(({ subject }) => subject));
    };
    await consumer(see).catchUp();
    expect(seen).toEqual(['3']);
    await consumer(see, { name: 'another' }).catchUp();
    expect(seen).toEqual(['3', '1', '2', '3']);
  });

  test('protects unhandled events from removal from its first run on, even if it fails', async () => {
    await appendMany(db, 1);
    await consumer().catchUp();
    const failing = consumer(() => Promise.reject(new Error('no')), { name: 'failing' });
    await expect(failing.catchUp()).rejects.toThrow('no');
    const later = new Date('2030-01-01T00:00:00Z');
    expect(await new DomainEventRepository(db).removeRead(later)).toBe(0);
  });
});

describe('two consumers of one name', () => {
  test('share many events, each handled once, during writes', async () => {
    const total = 1_500;
    const handled = [0, 0];
    const side = (index: number, pool: Database): EventConsumer =>
      consumer(
        async (transaction, events) => {
          await note(transaction, events);
          handled[index]! += events.length;
        },
        { pool },
      );
    const both = [side(0, db), side(1, otherPool.db)];
    const writing = (async () => {
      for (let number = 1; number <= total; number += 5) {
        const five = upTo(5).map((one) => eventOf(String(number + one - 1)));
        await new DomainEventRepository(otherPool.db).append(five);
      }
    })();
    const follow = async (one: EventConsumer): Promise<void> => {
      while (handled[0]! + handled[1]! < total) await one.catchUp();
    };
    await Promise.all([writing, ...both.map(follow)]);
    expect(await noted()).toEqual(upTo(total));
    expect(handled[0]! + handled[1]!).toBe(total);
  });

  test('do not wait for each other', async () => {
    await appendMany(db, 1);
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = consumer(async (transaction, events) => {
      begun.resolve();
      await end.promise;
      await note(transaction, events);
    }).catchUp();
    await begun.promise;
    await consumer(note, { pool: otherPool.db }).catchUp();
    expect(await noted()).toEqual([]);
    end.resolve();
    await slow;
    expect(await noted()).toEqual([1]);
  });
});

describe('a failing event', () => {
  test('has no effect and is retried with increasing delay, at least once a minute', async () => {
    await appendMany(db, 2);
    const stop = new AbortController();
    let attempts = 0;
    const one = consumer(async (transaction, events) => {
      attempts += 1;
      await note(transaction, events);
      if (attempts < 9) throw new Error('the mail server is away');
    });
    one.loop.start(stop.signal);
    for (const pause of [2, 4, 8, 16, 32, 60, 60, 60]) {
      await clock.sleeping();
      const before = attempts;
      // Jitter shortens a pause by up to a tenth.
      clock.advance(pause * 900 - 1);
      expect([attempts, await noted()]).toEqual([before, []]);
      clock.advance(pause * 100 + 1);
    }
    await clock.sleeping();
    expect([attempts, await noted()]).toEqual([9, upTo(2)]);
    expect(errors).toEqual(['test failed, trying again']);
    stop.abort();
    await one.loop.stopped;
  });

  test('blocks only the events after it', async () => {
    await appendMany(db, 1);
    await expect(consumer(() => Promise.reject(new Error('no'))).catchUp()).rejects.toThrow('no');
    await consumer(note, { name: 'another' }).catchUp();
    expect(await noted()).toEqual([1]);
  });

  test('is handled once when the connection is lost during handling', async () => {
    await appendMany(db, 3);
    let isLost = false;
    const one = consumer(async (transaction, events) => {
      await note(transaction, events);
      if (isLost) return;
      isLost = true;
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction);
    });
    await expect(one.catchUp()).rejects.toThrow();
    expect(await noted()).toEqual([]);
    await one.catchUp();
    expect(await noted()).toEqual(upTo(3));
  });
});

test('a stopped consumer finishes its batch, and the next one continues from there', async () => {
  await new DomainEventRepository(db).append(upTo(450).map((one) => eventOf(String(one))));
  const stop = new AbortController();
  const one = consumer(async (transaction, events) => {
    stop.abort();
    await note(transaction, events);
  });
  one.loop.start(stop.signal);
  await one.loop.stopped;
  expect(await noted()).toEqual(upTo(200));
  await consumer().catchUp();
  expect(await noted()).toEqual(upTo(450));
});
