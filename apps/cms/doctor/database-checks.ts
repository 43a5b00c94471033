import { inspectDatabase, type Database, type DatabaseInspection } from '@galley/database';
import type { Config } from '@galley/settings';
import { failed, ok, warning, type Check } from './check.ts';

const [oldest, newest] = [15, 18];

/** What a database is, and whether its rows can be looked at by this program. */
export interface DatabaseState {
  readonly checks: readonly Check[];
  readonly isCurrent: boolean;
}

/** Whether the database is one that this program can work with; it is changed in nothing. */
export async function databaseChecks(
  db: Database,
  { url, ownerUrl }: Config['database'],
): Promise<DatabaseState> {
  const found = await inspectDatabase(db);
  return {
    checks: [
      versionCheck(found),
      schemaCheck(found),
      roleCheck(found, { isGiven: url !== undefined, hasOwner: ownerUrl !== undefined }),
    ],
    isCurrent: found.pending.length === 0 && found.unknown.length === 0,
  };
}

/** Whether Galley can work with this version of PostgreSQL. */
export function versionCheck({ version }: Pick<DatabaseInspection, 'version'>): Check {
  const message = `It is PostgreSQL ${version}.`;
  if (version < oldest) {
    return failed('database.version', message, `Galley needs PostgreSQL ${oldest} to ${newest}.`);
  }
  if (version <= newest) return ok('database.version', message);
  const advice = `Galley is tested with PostgreSQL ${oldest} to ${newest}; try it on a copy first.`;
  return warning('database.version', message, advice);
}

function schemaCheck({ pending, unknown }: DatabaseInspection): Check {
  const name = 'database.schema';
  if (unknown.length > 0) {
    return failed(
      name,
      `The database has been changed by a newer Galley (${unknown.join(', ')}).`,
      'Run that one, or restore a backup of the database that was made before it.',
    );
  }
  if (pending.length === 0) return ok(name, 'The schema is that of this Galley.');
  return warning(
    name,
    `The database is behind this Galley (${pending.join(', ')}).`,
    'It will be migrated at the next start. Make a backup first; what is in it was not looked at.',
  );
}

function roleCheck(
  { role, isMighty }: DatabaseInspection,
  { isGiven, hasOwner }: { readonly isGiven: boolean; readonly hasOwner: boolean },
): Check {
  const name = 'database.role';
  if (!isMighty)
    return ok(name, `Galley works as "${role}", which cannot rewrite what is retained.`);
  const message = `Galley works as "${role}", which could rewrite the audit log and the receipts of approvals: it owns them, is a superuser, or belongs to a role that does.`;
  if (isGiven && !hasOwner) {
    const advice =
      'Only triggers are in the way. Give database.url an ordinary user of its own, and name the owner in database.owner_url.';
    return warning(name, message, advice);
  }
  return failed(
    name,
    message,
    'Let the application connect as an ordinary user that owns nothing.',
  );
}
