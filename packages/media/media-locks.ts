import { LocksInTree, withAdvisoryLock, withSharedTree, type Database } from '@galley/database';

/** Files and rows change only under their lock, and the tree is not replaced meanwhile. */
export class MediaLocks extends LocksInTree {
  readonly #db: Database;

  constructor(db: Database) {
    super(db, 'media');
    this.#db = db;
  }

  /** A fixed order prevents deadlocks. */
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

  /** For operations that take an unused name. */
  holdTree<T>(work: (connection: Database) => Promise<T>): Promise<T> {
    return withSharedTree(this.#db, work);
  }
}
