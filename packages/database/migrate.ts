import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import { migrations } from './migrations/index.ts';
import { databaseProblems } from './problems.ts';
import { withSchemaLock } from './schema-lock.ts';

/** The first of concurrent processes migrates, the others wait. @throws `database_newer` for unknown migrations */
export async function migrateToLatest(db: Database): Promise<string[]> {
  // Kysely takes its own lock only after creating its bookkeeping tables.
  return withSchemaLock(db, async (connection) => {
    await rejectNewerSchema(connection);
    const provider = { getMigrations: () => Promise.resolve(migrations) };
    const { error, results } = await new Migrator({ db: connection, provider }).migrateToLatest();
    if (error !== undefined) throw error as Error;
    return (results ?? []).map((result) => result.migrationName);
  });
}

export async function appliedMigrations(db: Database): Promise<string[]> {
  const table = await sql<{
    name: string | null;
  }>`select to_regclass('kysely_migration')::text as name`.execute(db);
  if (!table.rows[0]?.name) return [];
  const applied = await sql<{
    name: string;
  }>`select name from kysely_migration order by name`.execute(db);
  return applied.rows.map(({ name }) => name);
}

async function rejectNewerSchema(connection: Database): Promise<void> {
  const unknown = (await appliedMigrations(connection)).filter((name) => !(name in migrations));
  if (unknown.length === 0) return;
  throw databaseProblems.database_newer(
    `A newer Galley has migrated the database (${unknown.join(', ')}), and this version does not know these migrations. ` +
      'Start the newer Galley again, or restore a database backup from before the upgrade.',
  );
}
