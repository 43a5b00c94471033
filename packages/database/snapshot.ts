import { sql } from 'kysely';
import type { Database, Transaction } from './database.ts';

/** `moment` names the snapshot of another open transaction, on any connection. */
export function withSnapshot<Result>(
  db: Database,
  work: (transaction: Transaction) => Promise<Result>,
  moment?: string,
): Promise<Result> {
  // On a direct connection: a pooler would lack one of its own for that long.
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

export async function exportSnapshot(transaction: Transaction): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(
    transaction,
  );
  return rows[0]!.id;
}
