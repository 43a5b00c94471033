import { sql } from 'kysely';
import { currentUser } from './current-user.ts';
import type { Database } from './database.ts';
import { isMighty } from './guarded-tables.ts';
import { appliedMigrations } from './migrate.ts';
import { migrations } from './migrations/index.ts';

/** Properties of a database that are independent of its content. */
export interface DatabaseInspection {
  readonly version: number;
  readonly role: string;
  /** Whether the role could change the guarded tables. */
  readonly isMighty: boolean;
  /** Migrations of this program that have not run; all of them on an empty database. */
  readonly pending: readonly string[];
  /** Migrations in the database that this program does not know. */
  readonly unknown: readonly string[];
}

/** Reads only. Rejects when the database does not answer. */
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
