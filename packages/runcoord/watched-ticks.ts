import type { RunTicker, TickResult } from './run-ticker.ts';

/** How the ticks of a run go. */
export interface RunHealth {
  readonly runId: string;
  /** After the last good tick; null before the first. */
  readonly state: string | null;
  /** How many ticks in a row have failed up to now. */
  readonly failures: number;
  readonly lastError: string | undefined;
}

/** Ticks a run, and remembers how that goes. */
export class WatchedTicks {
  readonly #ticker: RunTicker;
  #iterations = 0;
  #health: RunHealth;

  constructor(runId: string, ticker: RunTicker) {
    this.#ticker = ticker;
    this.#health = { runId, state: null, failures: 0, lastError: undefined };
  }

  get iterations(): number {
    return this.#iterations;
  }

  get health(): RunHealth {
    return this.#health;
  }

  /** As `RunTicker` has it; what an abort makes fail is no failure. */
  async tick(iteration: number, signal: AbortSignal): Promise<TickResult> {
    this.#iterations = iteration;
    try {
      const result = await this.#ticker.tick(iteration, signal);
      const { state } = result;
      this.#health = { ...this.#health, state, failures: 0, lastError: undefined };
      return result;
    } catch (error) {
      if (!signal.aborted) this.#fail(error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  #fail(lastError: string): void {
    this.#health = { ...this.#health, failures: this.#health.failures + 1, lastError };
  }
}
