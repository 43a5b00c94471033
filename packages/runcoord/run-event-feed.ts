import type { Database } from '@galley/database';
import { redactSecretsIn, type Clock } from '@galley/kernel';
import { findInTime, type Patience } from './find-in-time.ts';
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
    const search = { key: runId, look, clock: this.#clock };
    const found = await (patience ? findInTime(this.#waker, search, patience) : look());
    return (found ?? []).map((event) => ({ ...event, payload: redactSecretsIn(event.payload) }));
  }
}
