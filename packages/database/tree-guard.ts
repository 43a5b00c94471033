import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';
import { treeFact, type TreeRecord } from './tree-identity-repository.ts';

/** Rejects when the content folder is not the one of the database; `recorded` is what the database has. */
export type TreeGuard = (recorded: TreeRecord | null) => Promise<void>;

/** By pool, and by connection while it holds the tree's lock. */
const guards = new WeakMap<Database, TreeGuard>();

/** The content tree in the database, as a column of the statement that takes the tree's lock. */
export const recordedTree: RawBuilder<TreeRecord | null> = sql`
  (select value from project_facts where name = ${sql.lit(treeFact)})
`;

/** From now on, `db` takes no lock of the content tree unless `guard` resolves. */
export function guardTree(db: Database, guard: TreeGuard): void {
  guards.set(db, guard);
}

export function treeGuardOf(db: Database): TreeGuard | undefined {
  return guards.get(db);
}

/**
 * For what reads the content tree as a whole without its lock (scans, backups, builds, settings): rejects with what
 * the guard of `db` says. Resolves where there is no guard.
 */
export async function requireTree(db: Database): Promise<void> {
  const guard = guards.get(db);
  if (!guard) return;
  const { rows } = await sql<{ tree: TreeRecord | null }>`select ${recordedTree} as tree`.execute(
    db,
  );
  await guard(rows[0]!.tree);
}
