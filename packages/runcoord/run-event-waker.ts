import type { Database } from '@galley/database';
import type { Clock, Logger } from '@galley/kernel';
import { RunEventRepository } from './run-event-repository.ts';
import { Waker } from './waker.ts';

export interface RunEventWakerOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Wakes those who wait for events of a run. Ids are in commit order, so no event is missed. A poll without a known
 * position wakes every waiter.
 */
export class RunEventWaker extends Waker {
  readonly #events: RunEventRepository;
  #lastSeen: number | undefined;

  constructor({ db, ...options }: RunEventWakerOptions) {
    super({ id: 'run-event-waker', ...options });
    this.#events = new RunEventRepository(db);
  }

  protected forget(): void {
    this.#lastSeen = undefined;
  }

  protected async findNews(runs: readonly string[]): Promise<readonly string[]> {
    const lastSeen = this.#lastSeen;
    // Stays unknown if the query fails.
    this.#lastSeen = undefined;
    if (lastSeen === undefined) {
      this.#lastSeen = await this.#events.lastId();
      return runs;
    }
    const news = await this.#events.lastIdsByRun(lastSeen);
    this.#lastSeen = Math.max(lastSeen, ...news.map(({ lastId }) => lastId));
    return news.map(({ runId }) => runId);
  }
}
