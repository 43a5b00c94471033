import type { Clock } from './clock.ts';
import type { Logger } from './logger.ts';

export interface TickerOptions {
  readonly id: string;
  /** From the end of a run to the start of the next; a function is called before each pause. */
  readonly everyMs: number | (() => number);
  /** While runs fail; each failure doubles the pause. Without it, pauses stay constant. */
  readonly maxBackOffMs?: number;
  /** False delays the first run until the first interval has passed or `wake` is called. */
  readonly runsAtStart?: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Should return soon after `signal` aborts. `false` is a failure that is already logged. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  /** When the loop has ended, to wait for parallel work or to release something. */
  readonly finish?: () => Promise<unknown>;
}

/** Pauses are randomly shortened, so that servers started together do not run in step. */
const jitter = 0.1;

/** Runs never overlap. A failing run never ends the loop; only the first failure of a series is logged. */
export class Ticker {
  readonly id: string;
  readonly #options: TickerOptions;
  #runs = 0;
  #failures = 0;
  #consecutiveFailures = 0;
  #woken = new AbortController();
  #stopped: Promise<void> = Promise.resolve();

  constructor(options: TickerOptions) {
    this.#options = options;
    this.id = options.id;
  }

  get counts(): { readonly runs: number; readonly failures: number } {
    return { runs: this.#runs, failures: this.#failures };
  }

  get isFailing(): boolean {
    return this.#consecutiveFailures > 0;
  }

  /** When the last run and `finish` are done. */
  get stopped(): Promise<void> {
    return this.#stopped;
  }

  start(signal: AbortSignal): void {
    this.#stopped = this.#loop(signal);
  }

  /** Starts a run at once, or right after the current one. */
  wake(): void {
    this.#woken.abort();
  }

  async #loop(signal: AbortSignal): Promise<void> {
    if (this.#options.runsAtStart === false) await this.#pause(signal);
    while (!signal.aborted) {
      this.#woken = new AbortController();
      await this.#runOnce(signal);
      await this.#pause(signal);
    }
    await this.#options.finish?.();
  }

  async #runOnce(signal: AbortSignal): Promise<void> {
    const { id, logger, run } = this.#options;
    this.#runs += 1;
    try {
      const result = await run(signal);
      if (result !== false) this.#consecutiveFailures = 0;
      else this.#countFailure();
    } catch (error) {
      if (signal.aborted) return;
      // Once per outage, not on every run while the database is down.
      if (this.#consecutiveFailures === 0) {
        const reason = error instanceof Error ? error.message : String(error);
        logger.error(`${id} failed, trying again`, { loop: id, error: reason });
      }
      this.#countFailure();
    }
  }

  #countFailure(): void {
    this.#failures += 1;
    this.#consecutiveFailures += 1;
  }

  #pause(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const everyMs =
      typeof this.#options.everyMs === 'number' ? this.#options.everyMs : this.#options.everyMs();
    const { maxBackOffMs = everyMs } = this.#options;
    const backedOff = everyMs * 2 ** Math.min(this.#consecutiveFailures, 20);
    const pauseMs = Math.min(backedOff, Math.max(everyMs, maxBackOffMs));
    const ends = AbortSignal.any([signal, this.#woken.signal]);
    return clock.sleep(pauseMs * (1 - jitter * Math.random()), ends);
  }
}
