import { sql } from 'kysely';
import { guardedTables, type Database } from '@galley/database';

/** Runs statements as an attacker with full database access: triggers and foreign keys are disabled. */
export async function tamper(db: Database, ...statements: readonly string[]): Promise<void> {
  for (const table of guardedTables)
    await sql`alter table ${sql.id(table)} disable trigger user`.execute(db);
  await db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection);
    for (const statement of statements) await sql.raw(statement).execute(connection);
    await sql`set session_replication_role = origin`.execute(connection);
  });
}
