import { LocksInTree, withAdvisoryLock, withSharedTree, type Database } from '@galley/database';

/** One lock a file of the library, under which alone its file and its rows change, and nobody replaces the tree. */
export class MediaLocks extends LocksInTree {
  readonly #db: Database;

  constructor(db: Database) {
    super(db, 'media');
    this.#db = db;
  }

  /** With the locks of two, always in one order, so that nobody waits for somebody who waits for them. */
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

  /** Runs `work` while nobody replaces the tree: for what takes a name that nobody has. */
  holdTree<T>(work: (connection: Database) => Promise<T>): Promise<T> {
    return withSharedTree(this.#db, work);
  }
}
