import { Ticker, type Clock, type Logger } from '@galley/kernel';

export interface WakerOptions {
  /** Id of the loop. */
  readonly id: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Wakes waiters with one query for all: every second and on `hint`, never while nobody waits. */
export abstract class Waker {
  readonly #waiting = new Map<string, Set<Wait>>();

  readonly loop: Ticker;

  constructor({ id, clock, logger }: WakerOptions) {
    const run = (): Promise<void> => this.#look();
    this.loop = new Ticker({ id, everyMs: 1_000, clock, logger, run });
  }

  /** Returns the keys that may have news. Not called without keys. */
  protected abstract findNews(keys: readonly string[]): Promise<Iterable<string>>;

  /** Called when nobody waits, since positions known so far may be old by the next wait. */
  protected abstract forget(): void;

  /** Called for notifications, which are only hints. */
  hint(): void {
    this.loop.wake();
  }

  /** Calls `look` at once and whenever the key may have news; `undefined` if the signal aborts first. */
  async find<T>(
    key: string,
    look: () => Promise<T | undefined>,
    signal: AbortSignal,
  ): Promise<T | undefined> {
    const wait = new Wait();
    const wake = (): void => wait.wake();
    signal.addEventListener('abort', wake, { once: true });
    this.#add(key, wait);
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
      this.#remove(key, wait);
    }
  }

  async #look(): Promise<void> {
    if (this.#waiting.size === 0) return this.forget();
    for (const key of await this.findNews([...this.#waiting.keys()]))
      this.#waiting.get(key)?.forEach((wait) => wait.wake());
  }

  #add(key: string, wait: Wait): void {
    const waits = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, waits.add(wait));
  }

  #remove(key: string, wait: Wait): void {
    const waits = this.#waiting.get(key)!;
    waits.delete(wait);
    if (waits.size === 0) this.#waiting.delete(key);
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
