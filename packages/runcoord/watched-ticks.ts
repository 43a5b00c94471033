import type { RunTicker, TickResult } from './run-ticker.ts';
import { TickMeter, type TickMeasures } from './tick-meter.ts';

export interface RunHealth {
  readonly runId: string;
  /** State after the last successful tick; null before the first. */
  readonly state: string | null;
  /** Reason for the state, as in the run. */
  readonly reason: string | null;
  readonly failures: number;
  readonly lastError: string | undefined;
  /** Whether another coordinator ticks the run; its failures are unknown here. */
  readonly isElsewhere: boolean;
}

export class WatchedTicks {
  readonly #ticker: RunTicker;
  readonly #meter: TickMeter;
  #iterations = 0;
  #health: RunHealth;

  constructor(runId: string, ticker: RunTicker, meter = new TickMeter()) {
    this.#ticker = ticker;
    this.#meter = meter;
    this.#health = {
      runId,
      state: null,
      reason: null,
      failures: 0,
      lastError: undefined,
      isElsewhere: false,
    };
  }

  get iterations(): number {
    return this.#iterations;
  }

  get health(): RunHealth {
    return this.#health;
  }

  get measures(): TickMeasures {
    return { ...this.#meter.counts, turns: this.#ticker.turns };
  }

  /** A tick that fails because of an abort does not count as a failure. */
  async tick(iteration: number, signal: AbortSignal): Promise<TickResult> {
    this.#iterations = iteration;
    const began = performance.now();
    try {
      const result = await this.#ticker.tick(iteration, signal);
      this.#meter.note('done', began);
      const { state, reason } = result;
      this.#health = { ...this.#health, state, reason, failures: 0, lastError: undefined };
      return result;
    } catch (error) {
      if (!signal.aborted) this.#fail(error, began);
      throw error;
    }
  }

  #fail(error: unknown, began: number): void {
    this.#meter.note('failed', began);
    const lastError = error instanceof Error ? error.message : String(error);
    this.#health = { ...this.#health, failures: this.#health.failures + 1, lastError };
  }
}
