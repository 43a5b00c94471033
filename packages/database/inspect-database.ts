import { sql } from 'kysely';
import { currentUser } from './current-user.ts';
import type { Database } from './database.ts';
import { isMighty } from './guarded-tables.ts';
import { appliedMigrations } from './migrate.ts';
import { migrations } from './migrations/index.ts';

export interface DatabaseInspection {
  readonly version: number;
  readonly role: string;
  readonly isMighty: boolean;
  /** All migrations on an empty database. */
  readonly pending: readonly string[];
  readonly unknown: readonly string[];
}

/** Rejects when the database does not answer. */
export async function inspectDatabase(db: Database): Promise<DatabaseInspection> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::integer / 10000 as version
  `.execute(db);
  const role = await currentUser(db);
  const applied = await appliedMigrations(db);
  return {
    version: rows[0]!.version,
    role,
    isMighty: await isMighty(db, role),
    pending: Object.keys(migrations).filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !(name in migrations)),
  };
}
