import type { Response } from 'express';
import type { Clock } from '@galley/kernel';
import { runProblems } from '@galley/runcoord';

/** Who waits, as far as the wait depends on it. */
export interface Guest {
  readonly response: Response;
  /** Throws a problem when the caller may not go on waiting. */
  readonly checkAgain: () => Promise<void>;
}

const checkMilliseconds = 15_000;
/** How many checks may find that a client still has not taken a page. */
const mostStuckChecks = 4;
const retryAfterSeconds = 10;

/**
 * Where requests wait for events, so many at most at once in this process. A wait is over when the client leaves; when
 * the session or the token has ended that it came with, which is looked at every 15 seconds; when the client has not
 * taken for a minute what it was sent; and when the room is closed, which has to be before the server waits for the
 * answers under way.
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

  /** How many are waiting. */
  get taken(): number {
    return this.#taken;
  }

  /** Ends every wait, so that those requests are answered with what there is. */
  close(): void {
    this.#closed.abort();
  }

  /** Throws `too_many_waiting`; else takes a place, until the wait is given back. */
  enter({ response, checkAgain }: Guest): Wait {
    if (this.#taken >= this.#seats) {
      throw runProblems.too_many_waiting(
        `${this.#seats} others are waiting for events of runs at this server. Try again shortly, or ask without waiting.`,
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
      await this.#clock.sleep(checkMilliseconds, end.signal);
      if (end.signal.aborted) return;
      stuckChecks = response.writableNeedDrain ? stuckChecks + 1 : 0;
    } while (stuckChecks < mostStuckChecks && (await isStillWelcome(checkAgain)));
    end.abort();
    // It would get to the end only when it takes what comes before.
    if (stuckChecks > 0) response.destroy();
  }
}

/** A place in a waiting room; its signal aborts when the wait is over before its time. */
export interface Wait extends Disposable {
  readonly signal: AbortSignal;
}

/** Not when it cannot be found out either: whoever may can come again. */
async function isStillWelcome(checkAgain: () => Promise<void>): Promise<boolean> {
  try {
    await checkAgain();
    return true;
  } catch {
    return false;
  }
}
