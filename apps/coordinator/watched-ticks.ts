import type { RunTicker, SupervisionHealth, TickResult } from '@galley/runcoord';

/** Ticks a run, and remembers how that goes: the health of `galley run`. */
export class WatchedTicks {
  readonly #ticker: RunTicker;
  readonly #runId: string;
  #iterations = 0;
  #state: string | null = null;
  #failures = 0;
  #lastError: string | undefined;

  constructor(runId: string, ticker: RunTicker) {
    this.#runId = runId;
    this.#ticker = ticker;
  }

  get iterations(): number {
    return this.#iterations;
  }

  get health(): SupervisionHealth {
    const run = {
      runId: this.#runId,
      state: this.#state,
      failures: this.#failures,
      lastError: this.#lastError,
    };
    return { status: this.#failures > 0 ? 'degraded' : 'ready', runs: [run] };
  }

  async tick(iteration: number, signal: AbortSignal): Promise<TickResult> {
    this.#iterations = iteration;
    try {
      const result = await this.#ticker.tick(iteration, signal);
      this.#state = result.state;
      this.#failures = 0;
      this.#lastError = undefined;
      return result;
    } catch (error) {
      if (!signal.aborted) {
        this.#failures += 1;
        this.#lastError = error instanceof Error ? error.message : String(error);
      }
      throw error;
    }
  }
}
