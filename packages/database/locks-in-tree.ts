import type { Database } from './database.ts';
import { withFreeLocksInTree, withLocksInTree } from './tree-lock.ts';

/** Callers in this process queue for a name first: a contended name uses one connection instead of the whole pool. */
export class LocksInTree {
  readonly #db: Database;
  readonly #kind: string;
  readonly #lines = new Map<string, Promise<unknown>>();

  constructor(db: Database, kind: string) {
    this.#db = db;
    this.#kind = kind;
  }

  /** `work` must not take another lock of this kind, or the tree's: it could deadlock with an exclusive request. */
  hold<T>(name: string, work: (connection: Database) => Promise<T>): Promise<T> {
    return this.holdAll([name], work);
  }

  /** Queues for all names at once, so that callers in this process cannot wait for each other either. */
  async holdAll<T>(
    names: readonly string[],
    work: (connection: Database) => Promise<T>,
  ): Promise<T> {
    const ahead = names.flatMap((name) => this.#lines.get(name) ?? []);
    const locks = names.map((name) => this.lockOf(name));
    const turn = takeTurn(ahead, () => withLocksInTree(this.#db, locks, work));
    for (const name of names) this.#lines.set(name, turn);
    try {
      return await turn;
    } finally {
      for (const name of names) if (this.#lines.get(name) === turn) this.#lines.delete(name);
    }
  }

  /** Like `hold`, for all of `names` that are free: contended ones are not in `held`. */
  async holdFree<T>(
    names: readonly string[],
    work: (connection: Database, held: ReadonlySet<string>) => Promise<T>,
  ): Promise<T> {
    const free = names.filter((name) => !this.#lines.has(name));
    const nameOf = new Map(free.map((name) => [this.lockOf(name), name]));
    const turn = withFreeLocksInTree(this.#db, [...nameOf.keys()], (connection, locks) =>
      work(connection, new Set([...locks].map((lock) => nameOf.get(lock)!))),
    );
    for (const name of free) this.#lines.set(name, turn);
    try {
      return await turn;
    } finally {
      for (const name of free) if (this.#lines.get(name) === turn) this.#lines.delete(name);
    }
  }

  protected lockOf(name: string): string {
    return `galley:${this.#kind}:${name}`;
  }
}

async function takeTurn<T>(ahead: readonly Promise<unknown>[], work: () => Promise<T>): Promise<T> {
  await Promise.allSettled(ahead);
  return work();
}
