import type { Response } from 'express';
import type { Clock } from '@galley/kernel';
import { runProblems } from '@galley/runcoord';

export interface Guest {
  readonly response: Response;
  /** Throws if the caller may no longer wait. */
  readonly checkAgain: () => Promise<unknown>;
}

const checkIntervalMs = 15_000;
/** Number of checks before a client that does not read is disconnected. */
const maxStuckChecks = 4;
const retryAfterSeconds = 10;

/**
 * Close it before the server waits for pending requests. A wait ends when the client disconnects, loses access (checked
 * every 15 seconds) or has not read for a minute.
 */
export class WaitingRoom {
  readonly #clock: Clock;
  readonly #seats: number;
  readonly #closed = new AbortController();
  #taken = 0;

  constructor(clock: Clock, seats = 200) {
    this.#clock = clock;
    this.#seats = seats;
  }

  get taken(): number {
    return this.#taken;
  }

  /** The requests are answered with what is available. */
  close(): void {
    this.#closed.abort();
  }

  /** @throws `too_many_waiting`. */
  enter({ response, checkAgain }: Guest): Wait {
    if (this.#taken >= this.#seats) {
      throw runProblems.too_many_waiting(
        `${this.#seats} clients are already waiting for events. Retry shortly, or request without waiting.`,
        { retry_after: retryAfterSeconds },
      );
    }
    this.#taken += 1;
    const end = new AbortController();
    const leave = (): void => end.abort();
    response.once('close', leave);
    void this.#guard({ response, checkAgain }, end);
    return {
      signal: AbortSignal.any([end.signal, this.#closed.signal]),
      [Symbol.dispose]: () => {
        response.off('close', leave);
        end.abort();
        this.#taken -= 1;
      },
    };
  }

  async #guard({ response, checkAgain }: Guest, end: AbortController): Promise<void> {
    let stuckChecks = 0;
    do {
      await this.#clock.sleep(checkIntervalMs, end.signal);
      if (end.signal.aborted) return;
      stuckChecks = response.writableNeedDrain ? stuckChecks + 1 : 0;
    } while (stuckChecks < maxStuckChecks && (await isStillWelcome(checkAgain)));
    end.abort();
    // A stuck client would never read up to a regular end.
    if (stuckChecks > 0) response.destroy();
  }
}

export interface Wait extends Disposable {
  readonly signal: AbortSignal;
}

/** False on any error: callers with access can reconnect. */
async function isStillWelcome(checkAgain: Guest['checkAgain']): Promise<boolean> {
  try {
    await checkAgain();
    return true;
  } catch {
    return false;
  }
}
