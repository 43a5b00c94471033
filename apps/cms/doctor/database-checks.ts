import {
  connectionLimit,
  inspectDatabase,
  inspectServer,
  tablesOutOfReach,
  type Database,
  type DatabaseInspection,
} from '@galley/database';
import type { Config } from '@galley/settings';
import { failed, listed, ok, warning, type Check } from './check.ts';
import { serverChecks } from './database-server-checks.ts';

const [oldest, newest] = [15, 18];

export interface DatabaseState {
  readonly checks: readonly Check[];
  readonly isCurrent: boolean;
}

/** Checks, read-only, whether this program can work with the database. */
export async function databaseChecks(
  db: Database,
  config: Pick<Config, 'database' | 'server'>,
): Promise<DatabaseState> {
  const { url, ownerUrl } = config.database;
  const found = await inspectDatabase(db);
  const isCurrent = found.pending.length === 0 && found.unknown.length === 0;
  const asked = Date.now();
  const server = await inspectServer(db);
  const answered = Date.now();
  const limit = await connectionLimit(db);
  return {
    checks: [
      versionCheck(found),
      schemaCheck(found),
      roleCheck(found, { isGiven: url !== undefined, hasOwner: ownerUrl !== undefined }),
      ...(isCurrent ? [rightsCheck(found.role, await tablesOutOfReach(db))] : []),
      ...serverChecks(server, { config, limit, isGiven: url !== undefined, asked, answered }),
    ],
    isCurrent,
  };
}

export function versionCheck({ version }: Pick<DatabaseInspection, 'version'>): Check {
  const name = 'database.version';
  const message = `The database server is PostgreSQL ${version}.`;
  const where = 'the database server';
  if (version < oldest) {
    const why = 'This version does not support the SQL that Galley uses.';
    const advice = `Upgrade PostgreSQL. Galley supports versions ${oldest} to ${newest}.`;
    return failed(name, { message, where, why, advice });
  }
  if (version <= newest) return ok(name, message);
  const why = `Galley is tested with PostgreSQL ${oldest} to ${newest}. Newer versions may behave differently.`;
  return warning(name, {
    message,
    where,
    why,
    advice: 'Test Galley with a copy of the database first.',
  });
}

function schemaCheck({ pending, unknown }: DatabaseInspection): Check {
  const name = 'database.schema';
  const where = 'the table kysely_migration';
  if (unknown.length > 0) {
    return failed(name, {
      message: `A newer Galley has migrated the database (${unknown.join(', ')}).`,
      where,
      why: 'This version of Galley does not know the new tables and does not start.',
      advice: 'Run the newer version, or restore a database backup from before the migration.',
    });
  }
  if (pending.length === 0) return ok(name, 'The database schema is up to date.');
  return warning(name, {
    message: `The database lacks migrations of this Galley version (${pending.join(', ')}).`,
    where,
    why: 'The next start migrates the database, and older versions of Galley no longer start afterwards. The content of the database was not checked.',
    advice: 'Make a backup of the database before the next start.',
  });
}

function roleCheck(
  { role, isMighty }: DatabaseInspection,
  { isGiven, hasOwner }: { readonly isGiven: boolean; readonly hasOwner: boolean },
): Check {
  const name = 'database.role';
  if (!isMighty)
    return ok(name, `Galley connects as "${role}", which cannot alter retained records.`);
  const message = `Galley connects as "${role}", which could alter the history, approvals and the audit log.`;
  const why = 'The role owns these tables, is a superuser, or is a member of such a role';
  if (isGiven && !hasOwner) {
    return warning(name, {
      message,
      where: 'database.url',
      why: `${why}; only triggers protect the records.`,
      advice:
        'Use a separate, unprivileged user in database.url, and set database.owner_url to the owner.',
    });
  }
  return failed(name, {
    message,
    where: isGiven ? 'database.url' : 'the embedded database',
    why: `${why}; two separate roles exist to prevent that.`,
    advice: 'Connect the application as a user that owns no tables.',
  });
}

export function rightsCheck(role: string, outOfReach: readonly string[]): Check {
  const name = 'database.rights';
  if (outOfReach.length === 0) return ok(name, `"${role}" has access to all tables.`);
  return failed(name, {
    message: `"${role}" has no access to ${listed(outOfReach)}.`,
    where: 'the table privileges (\\dp in psql)',
    why: 'Requests that use these tables fail.',
    advice:
      'Start the server once with database.owner_url to grant the privileges, or grant them manually.',
  });
}
