import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';
import { treeFact, type TreeRecord } from './tree-identity-repository.ts';

/** Rejects when the content folder does not belong to the database. */
export type TreeGuard = (recorded: TreeRecord | null) => Promise<void>;

/** Keyed by pool, and by connection while it holds the tree's lock. */
const guards = new WeakMap<Database, TreeGuard>();

export const recordedTree: RawBuilder<TreeRecord | null> = sql`
  (select value from project_facts where name = ${sql.lit(treeFact)})
`;

export function guardTree(db: Database, guard: TreeGuard): void {
  guards.set(db, guard);
}

export function treeGuardOf(db: Database): TreeGuard | undefined {
  return guards.get(db);
}

/** For work that reads the whole content tree without its lock (scans, backups, builds, settings). */
export async function requireTree(db: Database): Promise<void> {
  const guard = guards.get(db);
  if (!guard) return;
  const { rows } = await sql<{ tree: TreeRecord | null }>`select ${recordedTree} as tree`.execute(
    db,
  );
  await guard(rows[0]!.tree);
}
