import type { RunTicker, TickResult } from './run-ticker.ts';
import { TickMeter, type TickMeasures } from './tick-meter.ts';

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
  readonly #meter: TickMeter;
  #iterations = 0;
  #health: RunHealth;

  /** `meter` counts the ticks, together with those of other runs. */
  constructor(runId: string, ticker: RunTicker, meter = new TickMeter()) {
    this.#ticker = ticker;
    this.#meter = meter;
    this.#health = { runId, state: null, failures: 0, lastError: undefined };
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

  /** As `RunTicker` has it; what an abort makes fail is no failure. */
  async tick(iteration: number, signal: AbortSignal): Promise<TickResult> {
    this.#iterations = iteration;
    const began = performance.now();
    try {
      const result = await this.#ticker.tick(iteration, signal);
      this.#meter.note('done', began);
      const { state } = result;
      this.#health = { ...this.#health, state, failures: 0, lastError: undefined };
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
