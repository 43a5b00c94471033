import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@galley/testing';
import { isConnectionError } from './connection-error.ts';
import type { Database } from './database.ts';
import { withLockInTree, withSharedTree, withExclusiveTree } from './tree-lock.ts';

async function withDatabase(work: (database: TestDatabase) => Promise<void>): Promise<void> {
  const database = await createTestDatabase();
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

async function waiting(db: Database, count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())
    `.execute(db);
    if (rows[0]!.count === count) return;
  }
}

async function locksHeld(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks
    where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())
  `.execute(db);
  return rows[0]!.count;
}

test('many share the tree at once', () =>
  withDatabase(async ({ db }) => {
    const bothIn = Promise.withResolvers<void>();
    await Promise.all([
      withSharedTree(db, () => bothIn.promise),
      withSharedTree(db, () => Promise.resolve(bothIn.resolve())),
    ]);
  }));

test('an exclusive request succeeds under a stream of saves: they wait behind it, then continue', () =>
  withDatabase(async ({ db }) => {
    const order: string[] = [];
    const gate = Promise.withResolvers<void>();
    const first = withLockInTree(db, 'a', async () => {
      await gate.promise;
      order.push('first');
    });
    while ((await locksHeld(db)) < 2);
    const whole = withExclusiveTree(db, async () => {
      order.push('whole');
    });
    await waiting(db, 1);
    const later = withLockInTree(db, 'b', async () => {
      order.push('later');
    });
    await waiting(db, 2);
    gate.resolve();
    await Promise.all([first, whole, later]);
    expect(order).toEqual(['first', 'whole', 'later']);
    expect(await locksHeld(db)).toBe(0);
  }));

test('a holder of the shared lock takes it again on its connection, even while an exclusive request waits', () =>
  withDatabase(async ({ db }) => {
    let whole: Promise<void> | undefined;
    await withSharedTree(db, async (connection) => {
      whole = withExclusiveTree(db, () => Promise.resolve());
      await waiting(db, 1);
      await withLockInTree(connection, 'a', () => Promise.resolve());
    });
    await whole;
    expect(await locksHeld(db)).toBe(0);
  }));

test('a named lock that times out leaves the tree unlocked', () =>
  withDatabase(async ({ db }) => {
    const gate = Promise.withResolvers<void>();
    const held = withLockInTree(db, 'a', () => gate.promise);
    while ((await locksHeld(db)) < 2);
    await db.connection().execute(async (connection) => {
      await sql`set lock_timeout = 50`.execute(connection);
      const late = withLockInTree(connection, 'a', () => Promise.resolve());
      await expect(late).rejects.toMatchObject({ code: '55P03' });
      await sql`reset lock_timeout`.execute(connection);
    });
    expect(await locksHeld(db)).toBe(2);
    gate.resolve();
    await held;
  }));

test('a request that waits longer than the connection allows fails and holds nothing', () =>
  withDatabase(async ({ db }) => {
    const gate = Promise.withResolvers<void>();
    const whole = withExclusiveTree(db, () => gate.promise);
    while ((await locksHeld(db)) < 1);
    await db.connection().execute(async (connection) => {
      await sql`set lock_timeout = 50`.execute(connection);
      const late = withLockInTree(connection, 'a', () => Promise.resolve());
      await expect(late).rejects.toMatchObject({ code: '55P03' });
      expect(isConnectionError(await late.catch((error: unknown) => error))).toBe(true);
      await sql`reset lock_timeout`.execute(connection);
    });
    gate.resolve();
    await whole;
    expect(await locksHeld(db)).toBe(0);
  }));

test('failed work releases its locks', () =>
  withDatabase(async ({ db }) => {
    for (const lock of [withSharedTree, withExclusiveTree])
      await expect(lock(db, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(withLockInTree(db, 'a', () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
    expect(await locksHeld(db)).toBe(0);
  }));
