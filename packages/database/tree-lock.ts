import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';
import { guardTree, recordedTree, treeGuardOf } from './tree-guard.ts';
import type { TreeRecord } from './tree-identity-repository.ts';

/** There is one content tree to a database, whatever its folder is called on this machine. */
const tree = sql`hashtextextended('galley:content-tree', 0)`;

type Work<T> = (connection: Database) => Promise<T>;

/** Adds to the statement that takes the locks what the guard of the tree asks for, which saves a statement a save. */
interface Taken {
  readonly tree: TreeRecord | null;
}

/**
 * Runs `work`, which changes something in the content tree, while nobody replaces the tree as a whole. Others change
 * it at the same time.
 *
 * Work that takes this lock, or a document's, once more does so on the connection that it is given: on another one it
 * would stand in line behind somebody who wants the whole tree and who waits for it in turn. Rejects with PostgreSQL's
 * 55P03 when the tree is held as a whole for longer than the connection's `lock_timeout`, and with what the guard of
 * the tree says (`guardTree`).
 */
export async function withSharedTree<T>(db: Database, work: Work<T>): Promise<T> {
  const take = sql<Taken>`select pg_advisory_lock_shared(${tree}), ${recordedTree} as tree`;
  const giveBack = sql`select pg_advisory_unlock_shared(${tree})`;
  return db.connection().execute(async (connection) => {
    const taken = await take.execute(connection);
    return thenGiveBack(connection, giveBack, guarded(db, taken.rows, work));
  });
}

/**
 * Like `withSharedTree`, with the lock named `name` as well, which one holds at a time: both in one statement.
 * It is the tree that is waited for first, so that whoever has a named lock has the tree too, and comes to an end.
 */
export async function withLockInTree<T>(db: Database, name: string, work: Work<T>): Promise<T> {
  const named = sql`hashtextextended(${name}, 0)`;
  const take = sql<Taken>`
    select pg_advisory_lock_shared(${tree}), pg_advisory_lock(${named}), ${recordedTree} as tree
  `;
  const giveBack = sql`select pg_advisory_unlock(${named}), pg_advisory_unlock_shared(${tree})`;
  return db.connection().execute(async (connection) => {
    let taken: readonly Taken[];
    try {
      taken = (await take.execute(connection)).rows;
    } catch (error) {
      // The named lock was not to be had in time, but the tree's may be held: it would stay with the connection.
      await sql`select pg_advisory_unlock_shared(${tree})`
        .execute(connection)
        .catch(() => undefined);
      throw error;
    }
    return thenGiveBack(connection, giveBack, guarded(db, taken, work));
  });
}

/**
 * Runs `work`, which replaces the content tree, while nobody else changes anything in it. Whoever comes after this
 * request waits behind it (PostgreSQL's queue is a fair one), so that it gets the tree however many keep coming.
 */
export async function withWholeTree<T>(db: Database, work: Work<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    const take = sql<Taken>`select pg_advisory_lock(${tree}), ${recordedTree} as tree`;
    const { rows } = await take.execute(connection);
    const giveBack = sql`select pg_advisory_unlock(${tree})`;
    return thenGiveBack(connection, giveBack, guarded(db, rows, work));
  });
}

function guarded<T>(db: Database, [taken]: readonly Taken[], work: Work<T>): Work<T> {
  const guard = treeGuardOf(db);
  if (!guard) return work;
  return async (connection) => {
    await guard(taken!.tree);
    // Asked again before something is recorded as deleted (`requireTree`).
    guardTree(connection, guard);
    return work(connection);
  };
}

async function thenGiveBack<T>(
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
