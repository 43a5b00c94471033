import { withLockInTree, type Database } from '@galley/database';

/**
 * One lock a document, under which alone its file and its rows change, and nobody replaces the tree. Within the process those who want the same
 * document stand in line first, so that a much-wanted one takes up one connection of the pool and not all of them.
 */
export class DocumentLocks {
  readonly #db: Database;
  readonly #lines = new Map<string, Promise<unknown>>();

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Runs `work` with the lock of the document at `path`, on the connection that holds it. Work that wants this lock of
   * another document, or the tree's, would wait for itself once somebody wants the whole tree.
   */
  async hold<T>(path: string, work: (connection: Database) => Promise<T>): Promise<T> {
    const ahead = this.#lines.get(path);
    const turn = this.#takeTurn(ahead, () =>
      withLockInTree(this.#db, `galley:document:${path}`, work),
    );
    this.#lines.set(path, turn);
    try {
      return await turn;
    } finally {
      if (this.#lines.get(path) === turn) this.#lines.delete(path);
    }
  }

  async #takeTurn<T>(ahead: Promise<unknown> | undefined, work: () => Promise<T>): Promise<T> {
    // How it went for the one ahead is that one's own affair.
    await ahead?.catch(() => undefined);
    return work();
  }
}
