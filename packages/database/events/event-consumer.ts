import { Ticker, type Clock, type DomainEvent, type Logger } from '@galley/kernel';
import type { Database, Transaction } from '../database.ts';
import { DomainEventRepository } from './domain-event-repository.ts';
import { EventCursorRepository } from './event-cursor-repository.ts';

export interface EventConsumerOptions {
  readonly db: Database;
  /** Names where it has come to, for all processes and for good. */
  readonly name: string;
  /**
   * Does what the events ask for. What it writes with the transaction is kept together with where it has come to, so
   * that each event has its effect there exactly once; whatever else it does may happen again after a crash.
   */
  readonly handle: (transaction: Transaction, events: readonly DomainEvent[]) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const batch = 200;

/**
 * Follows the stream of events from its beginning, in every process; one at a time gets on with it. An event that
 * cannot be handled is tried again, ever more slowly, and the ones behind it wait: none is left out.
 */
export class EventConsumer {
  readonly #options: EventConsumerOptions;
  #isEnrolled = false;

  /** To be started beside the server. */
  readonly loop: Ticker;

  constructor(options: EventConsumerOptions) {
    this.#options = options;
    const { name, clock, logger } = options;
    const run = (signal: AbortSignal): Promise<void> => this.catchUp(signal);
    this.loop = new Ticker({ id: name, everyMs: 1_000, maxBackOffMs: 60_000, clock, logger, run });
  }

  /** Handles what there is, a batch at a time, until nothing is left or another process is at it. */
  async catchUp(signal?: AbortSignal): Promise<void> {
    const { db, name } = this.#options;
    const cursors = new EventCursorRepository(db);
    if (!this.#isEnrolled) await cursors.enrol(name);
    this.#isEnrolled = true;
    if (!(await cursors.isBehind(name))) return;
    while (!signal?.aborted && (await this.#handleBatch()) === batch);
  }

  #handleBatch(): Promise<number> {
    const { db, name, handle } = this.#options;
    return db.transaction().execute(async (transaction) => {
      const cursors = new EventCursorRepository(transaction);
      const lastId = await cursors.take(name);
      if (lastId === undefined) return 0;
      const events = await new DomainEventRepository(transaction).listAfter(lastId, batch);
      if (events.length === 0) return 0;
      await handle(transaction, events);
      await cursors.move(name, events.at(-1)!.id);
      return events.length;
    });
  }
}
