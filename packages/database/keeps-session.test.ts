import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silentLogger } from '@galley/kernel';
import { createTestDatabase, TransactionPooler, type TestDatabase } from '@galley/testing';
import { openDatabase } from './database.ts';
import { keepsSession } from './keeps-session.ts';
import { withSnapshot } from './snapshot.ts';
import { withLockInTree } from './tree-lock.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.close());

test('a direct connection to PostgreSQL keeps its session', async () => {
  expect(await keepsSession(database.url)).toBe(true);
});

async function openAllSessions({ url: address }: TransactionPooler, size: number): Promise<void> {
  const directAddress = database.url;
  const handle = openDatabase({
    address,
    directAddress,
    poolSize: size,
    logger: silentLogger,
  });
  const all = Promise.withResolvers<void>();
  let count = 0;
  const inTransaction = () =>
    handle.db.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction);
      count += 1;
      if (count === size) all.resolve();
      await all.promise;
    });
  await Promise.all(Array.from({ length: size }, inTransaction));
  await handle.close();
}

describe('a transaction pooler is detected', () => {
  test.each([
    { size: 1 },
    { size: 2 },
    { size: 2, takesTurns: true },
    { size: 3, takesTurns: true },
    { size: 8, takesTurns: true },
  ])('%j', async (options) => {
    await using pooler = await TransactionPooler.before(database.url, options);
    await openAllSessions(pooler, options.size);
    expect(await keepsSession(pooler.url)).toBe(false);
    expect(await keepsSession(pooler.url)).toBe(false);
  });
});

test('with a direct address, locks and snapshots use no pooler session, and statements leave nothing behind', async () => {
  await using pooler = await TransactionPooler.before(database.url, { size: 2 });
  const handle = openDatabase({
    address: pooler.url,
    directAddress: database.url,
    poolSize: 4,
    logger: silentLogger,
  });
  const { db } = handle;
  try {
    let inside = 0;
    let most = 0;
    const saves = Array.from({ length: 12 }, (_, at) =>
      withLockInTree(db, `document ${at % 2}`, async () => {
        inside += 1;
        most = Math.max(most, inside);
        await sql`select ${at}::int as one`.execute(db);
        await db.transaction().execute((transaction) => sql`select 1`.execute(transaction));
        inside -= 1;
      }),
    );
    await Promise.all(saves);
    expect(most).toBeLessThanOrEqual(2);
    await withSnapshot(db, (moment) => sql`select 1`.execute(moment));
    const { rows } = await sql<{ locks: number }>`
      select count(*)::int as locks from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())
    `.execute(db);
    expect(rows).toEqual([{ locks: 0 }]);
    const limit = await db
      .transaction()
      .execute((transaction) => sql`show lock_timeout`.execute(transaction));
    expect(limit.rows).toEqual([{ lock_timeout: '15s' }]);
    expect((await sql`show lock_timeout`.execute(db)).rows).toEqual([{ lock_timeout: '0' }]);
  } finally {
    await handle.close();
  }
});
