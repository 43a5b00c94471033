import type { Database } from '@galley/database';
import type { Clock, Logger } from '@galley/kernel';
import { Waker } from '../waker.ts';
import { SessionRecordsReadModel } from './session-records-read-model.ts';

export interface SessionEventWakerOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Wakes those who wait for events of a session. The first poll of a session wakes its waiters. */
export class SessionEventWaker extends Waker {
  readonly #sessions: SessionRecordsReadModel;
  #known: ReadonlyMap<string, string> = new Map();

  constructor({ db, ...options }: SessionEventWakerOptions) {
    super({ id: 'session-event-waker', ...options });
    this.#sessions = new SessionRecordsReadModel(db);
  }

  protected forget(): void {
    this.#known = new Map();
  }

  protected async findNews(sessions: readonly string[]): Promise<readonly string[]> {
    const known = this.#known;
    this.#known = await this.#sessions.findProgress(sessions);
    return sessions.filter((id) => this.#known.get(id) !== known.get(id) || !known.has(id));
  }
}
