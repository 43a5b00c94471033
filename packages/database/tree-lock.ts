import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';
import { guardTree, recordedTree, treeGuardOf } from './tree-guard.ts';
import type { TreeRecord } from './tree-identity-repository.ts';

const tree = sql`hashtextextended('galley:content-tree', 0)`;

type Work<T> = (connection: Database) => Promise<T>;

/** Read in the statement that takes the locks, to save one per save. */
interface Taken {
  readonly tree: TreeRecord | null;
}

/**
 * Runs `work` while no process replaces the whole tree; other changes run concurrently. `work` must take this lock or a
 * document's only on the connection that it receives: elsewhere, it would queue behind a request for the whole tree
 * that waits for it. Rejects with 55P03 after `lock_timeout`, and with errors of the tree's guard.
 */
export async function withSharedTree<T>(db: Database, work: Work<T>): Promise<T> {
  const take = sql<Taken>`select pg_advisory_lock_shared(${tree}), ${recordedTree} as tree`;
  const giveBack = sql`select pg_advisory_unlock_shared(${tree})`;
  return db.connection().execute(async (connection) => {
    const taken = await take.execute(connection);
    return withRelease(connection, giveBack, guarded(db, taken.rows, work));
  });
}

export function withLockInTree<T>(db: Database, name: string, work: Work<T>): Promise<T> {
  return withLocksInTree(db, [name], work);
}

/**
 * Takes the tree first, so that the holder of a named lock also has the tree and can finish. Waits for the names in
 * alphabetical order, so that requests for several names cannot deadlock.
 */
export async function withLocksInTree<T>(
  db: Database,
  names: readonly string[],
  work: Work<T>,
): Promise<T> {
  const keys = names.toSorted().map((name) => sql`hashtextextended(${name}, 0)`);
  const take = sql<Taken>`
    select pg_advisory_lock_shared(${tree}), ${sql.join(keys.map((key) => sql`pg_advisory_lock(${key})`))},
      ${recordedTree} as tree
  `;
  const giveBack = sql`
    select ${sql.join(keys.map((key) => sql`pg_advisory_unlock(${key})`))},
      pg_advisory_unlock_shared(${tree})
  `;
  return db.connection().execute(async (connection) => {
    let taken: readonly Taken[];
    try {
      taken = (await take.execute(connection)).rows;
    } catch (error) {
      // A named lock timed out, but the connection may hold others, which would stay with it.
      await giveBack.execute(connection).catch(() => undefined);
      throw error;
    }
    return withRelease(connection, giveBack, guarded(db, taken, work));
  });
}

/**
 * Runs `work` with those named locks that are free at once, and the tree's. It never waits for a named lock while it
 * holds another one, so it cannot deadlock.
 */
export async function withFreeLocksInTree<T>(
  db: Database,
  names: readonly string[],
  work: (connection: Database, held: ReadonlySet<string>) => Promise<T>,
): Promise<T> {
  return withSharedTree(db, async (connection) => {
    const take = sql<{ name: string; is_held: boolean }>`
      select name, pg_try_advisory_lock(hashtextextended(name, 0)) as is_held
      from unnest(${names}::text[]) as name
    `;
    // After a failed statement, any of them may be held; giving back the others has no effect.
    let held = names;
    try {
      const { rows } = await take.execute(connection);
      held = rows.filter((row) => row.is_held).map(({ name }) => name);
      return await work(connection, new Set(held));
    } finally {
      await sql`
        select pg_advisory_unlock(hashtextextended(name, 0)) from unnest(${held}::text[]) as name
      `.execute(connection);
    }
  });
}

/** Later requests queue behind this one (PostgreSQL's lock queue is fair), so that it succeeds under constant load. */
export async function withExclusiveTree<T>(db: Database, work: Work<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    const take = sql<Taken>`select pg_advisory_lock(${tree}), ${recordedTree} as tree`;
    const { rows } = await take.execute(connection);
    const giveBack = sql`select pg_advisory_unlock(${tree})`;
    return withRelease(connection, giveBack, guarded(db, rows, work));
  });
}

function guarded<T>(db: Database, [taken]: readonly Taken[], work: Work<T>): Work<T> {
  const guard = treeGuardOf(db);
  if (!guard) return work;
  return async (connection) => {
    await guard(taken!.tree);
    // Checked again before documents are recorded as deleted (`requireTree`).
    guardTree(connection, guard);
    return work(connection);
  };
}

async function withRelease<T>(
  connection: Database,
  giveBack: RawBuilder<unknown>,
  work: Work<T>,
): Promise<T> {
  try {
    return await work(connection);
  } finally {
    await giveBack.execute(connection);
  }
}
