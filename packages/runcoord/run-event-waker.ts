import type { Database } from '@galley/database';
import { Ticker, type Clock, type Logger } from '@galley/kernel';
import { RunEventRepository } from './run-event-repository.ts';

export interface RunEventWakerOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Wakes those who wait for events of a run, however many they are, by one look at the stream: each second, and at
 * once when `hint` is called; never while nobody waits. It looks behind the last event that it has seen, and ids are
 * in the order of the commits, so that it misses none; a look that does not know where the last one came to wakes
 * everybody. When it is stopped, it wakes nobody any more.
 */
export class RunEventWaker {
  readonly #options: RunEventWakerOptions;
  readonly #waiting = new Map<string, Set<Wait>>();
  #lastSeen: number | undefined;

  /** To be started beside the server. */
  readonly loop: Ticker;

  constructor(options: RunEventWakerOptions) {
    this.#options = options;
    const { clock, logger } = options;
    const run = (): Promise<void> => this.#look();
    this.loop = new Ticker({ id: 'run-event-waker', everyMs: 1_000, clock, logger, run });
  }

  /** Looks now and not only after the pause: for notifications, which are no more than hints. */
  hint(): void {
    this.loop.wake();
  }

  /**
   * What `look` finds: it looks at once, and again whenever the run may have new events. Undefined when it has found
   * nothing by the time that the signal aborts.
   */
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
        // Before the look: what is told of meanwhile is looked for once more.
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

/** One who waits, and may be woken while not asleep. */
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
