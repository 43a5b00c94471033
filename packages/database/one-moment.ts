import { sql } from 'kysely';
import type { Database, Transaction } from './database.ts';

/**
 * Reads what the database held at one moment, however long that takes. With `moment`, the one of another transaction
 * that is still open, on whichever connection.
 */
export function atOneMoment<Result>(
  db: Database,
  work: (transaction: Transaction) => Promise<Result>,
  moment?: string,
): Promise<Result> {
  // On a connection of its own: a pooler would have one fewer for as long as that takes.
  return db.connection().execute((connection) =>
    connection
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        if (moment !== undefined)
          await sql`set transaction snapshot ${sql.lit(moment)}`.execute(transaction);
        return work(transaction);
      }),
  );
}

/** Names the moment that a transaction of `atOneMoment` sees, for others. */
export async function momentOf(transaction: Transaction): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(
    transaction,
  );
  return rows[0]!.id;
}
