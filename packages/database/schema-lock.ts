import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Arbitrary number, equal in all releases. */
const schemaLock = 7_411_853;

export async function withSchemaLock<T>(
  db: Database,
  work: (connection: Database) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    // Another process may migrate for minutes; wait without a timeout.
    await sql`set lock_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(${schemaLock})`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${schemaLock})`.execute(connection);
      await sql`reset lock_timeout`.execute(connection);
    }
  });
}
