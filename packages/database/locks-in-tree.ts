import type { Database } from './database.ts';
import { withLockInTree } from './tree-lock.ts';

/**
 * Locks by name within a kind, each held with a share of the content tree. Callers in this process queue for a name
 * first, so that a contended name uses one connection of the pool instead of all.
 */
export class LocksInTree {
  readonly #db: Database;
  readonly #kind: string;
  readonly #lines = new Map<string, Promise<unknown>>();

  /** `kind` is the namespace of the lock names. */
  constructor(db: Database, kind: string) {
    this.#db = db;
    this.#kind = kind;
  }

  /**
   * Runs `work` with the lock of `name`, on the connection that holds it. `work` must not take another lock of this
   * kind, or the tree's: it would deadlock once another process requests the exclusive tree.
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

  protected lockOf(name: string): string {
    return `galley:${this.#kind}:${name}`;
  }
}

async function takeTurn<T>(
  ahead: Promise<unknown> | undefined,
  work: () => Promise<T>,
): Promise<T> {
  // An error of the previous holder is handled by its caller.
  await ahead?.catch(() => undefined);
  return work();
}
