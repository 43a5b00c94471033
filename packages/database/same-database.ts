import { sql } from 'kysely';
import { newId } from '@galley/kernel';
import { withAdvisoryLock } from './advisory-lock.ts';
import type { Database } from './database.ts';

/** Advisory locks are per database: only in the same one does a lock of one pool block the other. */
export async function isSameDatabase(one: Database, other: Database): Promise<boolean> {
  const name = `the same database? ${newId()}`;
  return withAdvisoryLock(one, name, async () => {
    const { rows } = await sql<{ got: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as got
    `.execute(other);
    return rows[0]?.got === false;
  });
}
