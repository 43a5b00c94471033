import type { Clock } from './clock.ts';
import type { Logger } from './logger.ts';

export interface TickerOptions {
  /** Names the loop in logs and metrics: `schedule-runner`. */
  readonly id: string;
  /** Milliseconds from the end of one run to the start of the next; a function is asked before each pause. */
  readonly everyMs: number | (() => number);
  /** The longest pause while runs fail, each twice as long as the one before; without it, pauses stay as they are. */
  readonly maxBackOffMs?: number;
  /** False waits for the first interval, or for `wake`, before the first run. */
  readonly runsAtStart?: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
  /** One run. It should return soon after `signal` aborts. Returning `false` counts as a failure that was logged. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  /** Called when the loop has ended, to wait for work that runs beside it, or to hand something back. */
  readonly finish?: () => Promise<unknown>;
}

/** Pauses are shortened by up to this share at random, so that servers that start together do not run together. */
const jitter = 0.1;

/**
 * The one loop of Galley: runs something again and again until its signal aborts, one run at a time, with a pause
 * between two. A run that throws is logged once until a run succeeds, and never ends the loop.
 */
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

  /** Runs, and failed ones among them, since the process started. */
  get counts(): { readonly runs: number; readonly failures: number } {
    return { runs: this.#runs, failures: this.#failures };
  }

  /** Whether the last run failed. */
  get isFailing(): boolean {
    return this.#consecutiveFailures > 0;
  }

  /** Resolves when the last run and `finish` are over. */
  get stopped(): Promise<void> {
    return this.#stopped;
  }

  start(signal: AbortSignal): void {
    this.#stopped = this.#loop(signal);
  }

  /** Runs at once; again right after the present run, where one is under way. */
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
      // Once, and not each time for as long as the database is away.
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
