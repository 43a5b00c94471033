import type { Database } from '@galley/database';
import { Ticker, type Clock, type Logger } from '@galley/kernel';
import { RunEventRepository } from './run-event-repository.ts';

export interface RunEventWakerOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Wakes waiters with one query: every second and on `hint`, never while nobody waits. Ids are in commit order, so no
 * event is missed. A poll without a known position wakes every waiter.
 */
export class RunEventWaker {
  readonly #options: RunEventWakerOptions;
  readonly #waiting = new Map<string, Set<Wait>>();
  #lastSeen: number | undefined;

  readonly loop: Ticker;

  constructor(options: RunEventWakerOptions) {
    this.#options = options;
    const { clock, logger } = options;
    const run = (): Promise<void> => this.#look();
    this.loop = new Ticker({ id: 'run-event-waker', everyMs: 1_000, clock, logger, run });
  }

  /** Called for notifications, which are only hints. */
  hint(): void {
    this.loop.wake();
  }

  /** Calls `look` at once and whenever the run may have new events; `undefined` if the signal aborts first. */
  async find<T>(
    runId: string,
    look: () => Promise<T | undefined>,
    signal: AbortSignal,
  ): Promise<T | undefined> {
    const wait = new Wait();
    const wake = (): void => wait.wake();
    signal.addEventListener('abort', wake, { once: true });
    this.#add(runId, wait);
    try {
      for (;;) {
        // Renewed before the read, so that an event that arrives during it causes another read.
        wait.renew();
        const found = await look();
        if (found !== undefined || signal.aborted) return found;
        await wait.woken;
      }
    } finally {
      signal.removeEventListener('abort', wake);
      this.#remove(runId, wait);
    }
  }

  async #look(): Promise<void> {
    const { db } = this.#options;
    const lastSeen = this.#lastSeen;
    this.#lastSeen = undefined;
    if (this.#waiting.size === 0) return;
    const events = new RunEventRepository(db);
    if (lastSeen === undefined) {
      this.#lastSeen = await events.lastId();
      this.#wakeAll();
      return;
    }
    const news = await events.lastIdsByRun(lastSeen);
    this.#lastSeen = Math.max(lastSeen, ...news.map(({ lastId }) => lastId));
    for (const { runId } of news) this.#waiting.get(runId)?.forEach((wait) => wait.wake());
  }

  #wakeAll(): void {
    for (const waits of this.#waiting.values()) waits.forEach((wait) => wait.wake());
  }

  #add(runId: string, wait: Wait): void {
    const waits = this.#waiting.get(runId) ?? new Set();
    this.#waiting.set(runId, waits.add(wait));
  }

  #remove(runId: string, wait: Wait): void {
    const waits = this.#waiting.get(runId)!;
    waits.delete(wait);
    if (waits.size === 0) this.#waiting.delete(runId);
  }
}

class Wait {
  #next = Promise.withResolvers<void>();

  get woken(): Promise<void> {
    return this.#next.promise;
  }

  wake(): void {
    this.#next.resolve();
  }

  renew(): void {
    this.#next = Promise.withResolvers();
  }
}
