import type { Database } from './database.ts';
import { withLockInTree } from './tree-lock.ts';

/**
 * One lock for each name of a kind, held together with a share of the content tree. Within the process those who want
 * the same name stand in line first, so that a much-wanted one takes up one connection of the pool and not all of them.
 */
export class LocksInTree {
  readonly #db: Database;
  readonly #kind: string;
  readonly #lines = new Map<string, Promise<unknown>>();

  /** `kind` keeps apart the names of one use from those of another. */
  constructor(db: Database, kind: string) {
    this.#db = db;
    this.#kind = kind;
  }

  /**
   * Runs `work` with the lock of `name`, on the connection that holds it. Work that wants this lock of another name, or
   * the tree's, would wait for itself once somebody wants the whole tree.
   */
  async hold<T>(name: string, work: (connection: Database) => Promise<T>): Promise<T> {
    const ahead = this.#lines.get(name);
    const turn = takeTurn(ahead, () => withLockInTree(this.#db, this.lockOf(name), work));
    this.#lines.set(name, turn);
    try {
      return await turn;
    } finally {
      if (this.#lines.get(name) === turn) this.#lines.delete(name);
    }
  }

  /** What the lock is called in the database. */
  protected lockOf(name: string): string {
    return `galley:${this.#kind}:${name}`;
  }
}

async function takeTurn<T>(
  ahead: Promise<unknown> | undefined,
  work: () => Promise<T>,
): Promise<T> {
  // How it went for the one ahead is that one's own affair.
  await ahead?.catch(() => undefined);
  return work();
}
