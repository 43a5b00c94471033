import { sql, type OperationNodeSource } from 'kysely';
import type { Database, Transaction } from './database.ts';

/** A statement that is run for its effect alone. */
export type Write = OperationNodeSource;

/** As one statement, because a round trip costs more than most writes. They do not see each other's rows. */
export async function writeTogether(
  db: Database | Transaction,
  writes: readonly Write[],
): Promise<void> {
  if (writes.length === 0) return;
  const parts = writes.map((write, place) => sql`${sql.ref(`write_${place}`)} as (${write})`);
  await sql`with ${sql.join(parts)} select`.execute(db);
}
