import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Holds the lock `name` on one connection, across transactions. PostgreSQL releases it when the process dies. */
export async function withAdvisoryLock<T>(
  db: Database,
  name: string,
  work: (connection: Database) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(hashtextextended(${name}, 0))`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(connection);
    }
  });
}

/** Like `withAdvisoryLock`, without a limit on the wait: for locks whose holders may need minutes. */
export async function withUnlimitedAdvisoryLock<T>(
  db: Database,
  name: string,
  work: (connection: Database) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`set lock_timeout = 0`.execute(connection);
    try {
      return await withAdvisoryLock(connection, name, async (holding) => {
        await sql`reset lock_timeout`.execute(holding);
        return work(holding);
      });
    } finally {
      await sql`reset lock_timeout`.execute(connection);
    }
  });
}

/** Like `withAdvisoryLock`, without waiting: `undefined` when the lock is taken. */
export async function tryWithAdvisoryLock<T>(
  db: Database,
  name: string,
  work: (connection: Database) => Promise<T>,
): Promise<T | undefined> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ is_free: boolean }>`
      select pg_try_advisory_lock(hashtextextended(${name}, 0)) as is_free
    `.execute(connection);
    if (!rows[0]!.is_free) return undefined;
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(connection);
    }
  });
}
