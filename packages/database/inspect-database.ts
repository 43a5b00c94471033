import { sql } from 'kysely';
import { currentUser } from './current-user.ts';
import type { Database } from './database.ts';
import { isMighty } from './guarded-tables.ts';
import { appliedMigrations } from './migrate.ts';
import { migrations } from './migrations/index.ts';

/** What a database is, as opposed to what is in it. */
export interface DatabaseInspection {
  /** Major version of PostgreSQL. */
  readonly version: number;
  /** The role that the pool's statements run as. */
  readonly role: string;
  /** Whether that role could change what the application only adds to. */
  readonly isMighty: boolean;
  /** Migrations of this program that have not run; all of them on an empty database. */
  readonly pending: readonly string[];
  /** Migrations that have run and that this program does not know. */
  readonly unknown: readonly string[];
}

/** Looks at a database and changes nothing. Rejects when it does not answer. */
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
