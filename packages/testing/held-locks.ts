import { sql } from 'kysely';
import type { Database } from '@galley/database';

type Work<T> = (isAwaited: () => Promise<boolean>) => Promise<T>;

/** Blocks all reads and writes of a table while `work` runs. `work` can check whether anybody waits. */
export function withTableHeld<T>(db: Database, table: string, work: Work<T>): Promise<T> {
  return withLock(db, { table, mode: 'access exclusive' }, work);
}

export function withWritesHeld<T>(db: Database, table: string, work: Work<T>): Promise<T> {
  return withLock(db, { table, mode: 'exclusive' }, work);
}

function withLock<T>(
  db: Database,
  { table, mode }: { readonly table: string; readonly mode: string },
  work: Work<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`lock table ${sql.id(table)} in ${sql.raw(mode)} mode`.execute(transaction);
    return work(async () => {
      const { rows } = await sql`
        select from pg_locks where not granted and relation = to_regclass(${table})
      `.execute(transaction);
      return rows.length > 0;
    });
  });
}

export async function isLockAwaited(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where not granted and locktype = 'advisory' and datname = current_database()
  `.execute(db);
  return rows.length > 0;
}
