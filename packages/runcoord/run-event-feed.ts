import type { Database } from '@galley/database';
import { redactSecretsIn, type Clock } from '@galley/kernel';
import { RunEventRepository } from './run-event-repository.ts';
import type { RunEventWaker } from './run-event-waker.ts';
import type { RunEvent } from './run-event.ts';

export interface RunEventFeedOptions {
  readonly db: Database;
  readonly waker: RunEventWaker;
  readonly clock: Clock;
}

export interface EventRequest {
  readonly runId: string;
  readonly after: number;
  readonly limit: number;
}

export interface Patience {
  readonly milliseconds: number;
  readonly signal: AbortSignal;
}

/** Oldest first, secrets redacted. */
export class RunEventFeed {
  readonly #events: RunEventRepository;
  readonly #waker: RunEventWaker;
  readonly #clock: Clock;

  constructor({ db, waker, clock }: RunEventFeedOptions) {
    this.#events = new RunEventRepository(db);
    this.#waker = waker;
    this.#clock = clock;
  }

  /** With a timeout, waits for the first event; empty when the time is over. */
  async next({ runId, after, limit }: EventRequest, patience?: Patience): Promise<RunEvent[]> {
    const look = async (): Promise<RunEvent[] | undefined> => {
      const found = await this.#events.listAfter(runId, after, limit);
      return found.length > 0 ? found : undefined;
    };
    const found = await (patience ? this.#await(runId, look, patience) : look());
    return (found ?? []).map((event) => ({ ...event, payload: redactSecretsIn(event.payload) }));
  }

  async #await<T>(
    runId: string,
    look: () => Promise<T | undefined>,
    { milliseconds, signal }: Patience,
  ): Promise<T | undefined> {
    const end = new AbortController();
    const over = AbortSignal.any([signal, end.signal]);
    void this.#clock.sleep(milliseconds, over).then(() => end.abort());
    try {
      return await this.#waker.find(runId, look, over);
    } finally {
      end.abort();
    }
  }
}
