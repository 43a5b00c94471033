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
  const message = `It is PostgreSQL ${version}.`;
  const where = 'the database server';
  if (version < oldest) {
    const why = 'Statements that Galley makes are not understood there.';
    const advice = `Upgrade it: Galley needs PostgreSQL ${oldest} to ${newest}.`;
    return failed(name, { message, where, why, advice });
  }
  if (version <= newest) return ok(name, message);
  const why = `Galley is tested with PostgreSQL ${oldest} to ${newest}; a newer one may differ.`;
  return warning(name, { message, where, why, advice: 'Try it on a copy of the database first.' });
}

function schemaCheck({ pending, unknown }: DatabaseInspection): Check {
  const name = 'database.schema';
  const where = 'the table kysely_migration';
  if (unknown.length > 0) {
    return failed(name, {
      message: `The database has been changed by a newer Galley (${unknown.join(', ')}).`,
      where,
      why: 'This one does not know its tables, and does not start on it.',
      advice: 'Run the newer one, or restore a backup of the database that was made before it.',
    });
  }
  if (pending.length === 0) return ok(name, 'The schema is that of this Galley.');
  return warning(name, {
    message: `The database is behind this Galley (${pending.join(', ')}).`,
    where,
    why: 'The next start changes its tables, and an older Galley does not start after that. What is in it was not looked at.',
    advice: 'Make a backup of the database before the next start.',
  });
}

function roleCheck(
  { role, isMighty }: DatabaseInspection,
  { isGiven, hasOwner }: { readonly isGiven: boolean; readonly hasOwner: boolean },
): Check {
  const name = 'database.role';
  if (!isMighty)
    return ok(name, `Galley works as "${role}", which cannot rewrite what is retained.`);
  const message = `Galley works as "${role}", which could rewrite the history, approvals and the audit log.`;
  const why = 'It owns them, is a superuser, or belongs to a role that does';
  if (isGiven && !hasOwner) {
    return warning(name, {
      message,
      where: 'database.url',
      why: `${why}; only triggers are in the way.`,
      advice:
        'Give database.url an ordinary user of its own, and name the owner in database.owner_url.',
    });
  }
  return failed(name, {
    message,
    where: isGiven ? 'database.url' : 'the embedded database',
    why: `${why}; the two roles are there so that it does not.`,
    advice: 'Let the application connect as an ordinary user that owns nothing.',
  });
}

export function rightsCheck(role: string, outOfReach: readonly string[]): Check {
  const name = 'database.rights';
  if (outOfReach.length === 0) return ok(name, `"${role}" may work with every table it needs.`);
  return failed(name, {
    message: `"${role}" may not work with ${listed(outOfReach)}.`,
    where: 'the rights of the tables (\\dp in psql)',
    why: 'What needs these tables fails while somebody is at it.',
    advice:
      'Start the server once with database.owner_url, which grants what is needed, or grant it by hand.',
  });
}
