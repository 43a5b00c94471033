import { LocksInTree, withAdvisoryLock, withSharedTree, type Database } from '@galley/database';

/**
 * Locks of files in the library. Files and rows change only under their lock, and the tree is not replaced meanwhile.
 */
export class MediaLocks extends LocksInTree {
  readonly #db: Database;

  constructor(db: Database) {
    super(db, 'media');
    this.#db = db;
  }

  /** Takes two locks in a fixed order to prevent deadlocks. */
  holdBoth<T>(
    paths: readonly [string, string],
    work: (connection: Database) => Promise<T>,
  ): Promise<T> {
    const [first, second] = paths.toSorted() as [string, string];
    if (first === second) return this.hold(first, work);
    return this.hold(first, (connection) =>
      withAdvisoryLock(connection, this.lockOf(second), work),
    );
  }

  /** Runs `work` while the tree cannot be replaced, for operations that take an unused name. */
  holdTree<T>(work: (connection: Database) => Promise<T>): Promise<T> {
    return withSharedTree(this.#db, work);
  }
}
