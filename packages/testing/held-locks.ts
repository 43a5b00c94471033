import { sql } from 'kysely';
import type { Database } from '@galley/database';

/** Holds up whoever reads or writes a table while `work` runs, which can ask whether somebody waits. */
export function withTableHeld<T>(
  db: Database,
  table: string,
  work: (isAwaited: () => Promise<boolean>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`lock table ${sql.id(table)}`.execute(transaction);
    return work(async () => {
      const { rows } = await sql`
        select from pg_locks where not granted and relation = to_regclass(${table})
      `.execute(transaction);
      return rows.length > 0;
    });
  });
}

/** Whether somebody waits for a lock by name, of a document, a file or a task, in this database. */
export async function isLockAwaited(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where not granted and locktype = 'advisory' and datname = current_database()
  `.execute(db);
  return rows.length > 0;
}
