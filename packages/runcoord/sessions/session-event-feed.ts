import type { Database } from '@galley/database';
import type { Clock } from '@galley/kernel';
import { findInTime, type Patience } from '../find-in-time.ts';
import { SessionEventRepository, type StoredEvent } from './session-event-repository.ts';
import type { SessionEventWaker } from './session-event-waker.ts';
import { SessionRecordsReadModel } from './session-records-read-model.ts';

export interface SessionEventFeedOptions {
  readonly db: Database;
  readonly waker: SessionEventWaker;
  readonly clock: Clock;
}

export interface SessionEventRequest {
  readonly sessionId: string;
  readonly after: number;
  readonly limit: number;
}

export interface SessionEventPage {
  readonly events: readonly StoredEvent[];
  /** The session has ended and has no further events. */
  readonly isOver: boolean;
}

/** Oldest first. */
export class SessionEventFeed {
  readonly #events: SessionEventRepository;
  readonly #sessions: SessionRecordsReadModel;
  readonly #waker: SessionEventWaker;
  readonly #clock: Clock;

  constructor({ db, waker, clock }: SessionEventFeedOptions) {
    this.#events = new SessionEventRepository(db);
    this.#sessions = new SessionRecordsReadModel(db);
    this.#waker = waker;
    this.#clock = clock;
  }

  /** With a timeout, waits for the first event or the end of the session. */
  async next(request: SessionEventRequest, patience?: Patience): Promise<SessionEventPage> {
    if (!patience) return this.#read(request);
    const look = async (): Promise<SessionEventPage | undefined> => {
      const page = await this.#read(request);
      return page.events.length > 0 || page.isOver ? page : undefined;
    };
    const search = { key: request.sessionId, look, clock: this.#clock };
    const found = await findInTime(this.#waker, search, patience);
    return found ?? { events: [], isOver: false };
  }

  async #read({ sessionId, after, limit }: SessionEventRequest): Promise<SessionEventPage> {
    // Read first: all events of an ended session are stored.
    const hasEnded = await this.#sessions.hasEnded(sessionId);
    const events = await this.#events.listAfter(sessionId, after, limit);
    return { events, isOver: hasEnded && events.length < limit };
  }
}
