import { withAdvisoryLock, withLockInTree, withSharedTree, type Database } from '@galley/database';

/**
 * One lock a file of the library, under which alone its file and its rows change together. Within the process those who
 * want the same file stand in line first, so that a much-wanted one takes up one connection of the pool and not all.
 */
export class MediaLocks {
  readonly #db: Database;
  readonly #lines = new Map<string, Promise<unknown>>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Runs `work` with the lock of one file, on the connection that holds it. */
  async hold<T>(path: string, work: (connection: Database) => Promise<T>): Promise<T> {
    const ahead = this.#lines.get(path);
    const turn = takeTurn(ahead, () => withLockInTree(this.#db, lockOf(path), work));
    this.#lines.set(path, turn);
    try {
      return await turn;
    } finally {
      if (this.#lines.get(path) === turn) this.#lines.delete(path);
    }
  }

  /** With the locks of two, always in one order, so that nobody waits for somebody who waits for them. */
  holdBoth<T>(
    paths: readonly [string, string],
    work: (connection: Database) => Promise<T>,
  ): Promise<T> {
    const [first, second] = paths.toSorted() as [string, string];
    if (first === second) return this.hold(first, work);
    return this.hold(first, (connection) => withAdvisoryLock(connection, lockOf(second), work));
  }

  /** Runs `work` while nobody replaces the tree: for what takes a name that nobody has. */
  holdTree<T>(work: (connection: Database) => Promise<T>): Promise<T> {
    return withSharedTree(this.#db, work);
  }
}

function lockOf(path: string): string {
  return `galley:media:${path}`;
}

async function takeTurn<T>(
  ahead: Promise<unknown> | undefined,
  work: () => Promise<T>,
): Promise<T> {
  // How it went for the one ahead is that one's own affair.
  await ahead?.catch(() => undefined);
  return work();
}
