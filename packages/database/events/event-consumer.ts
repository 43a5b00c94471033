import { Ticker, type Clock, type DomainEvent, type Logger } from '@galley/kernel';
import type { Database, Transaction } from '../database.ts';
import { DomainEventRepository } from './domain-event-repository.ts';
import { EventCursorRepository } from './event-cursor-repository.ts';

export interface EventConsumerOptions {
  readonly db: Database;
  /** Permanent: it names the cursor, which all processes share. */
  readonly name: string;
  /** Writes through the transaction happen exactly once per event; other effects may repeat after a crash. */
  readonly handle: (transaction: Transaction, events: readonly DomainEvent[]) => Promise<void>;
  /** Where a new consumer begins. Default: at the first event that is kept. */
  readonly startsAt?: 'start' | 'end';
  readonly clock: Clock;
  readonly logger: Logger;
}

const batch = 200;

/** A single process advances at a time. A failing event is retried while later ones wait: none is skipped. */
export class EventConsumer {
  readonly #options: EventConsumerOptions;
  #isEnrolled = false;

  readonly loop: Ticker;

  constructor(options: EventConsumerOptions) {
    this.#options = options;
    const { name, clock, logger } = options;
    const run = (signal: AbortSignal): Promise<void> => this.catchUp(signal);
    this.loop = new Ticker({ id: name, everyMs: 1_000, maxBackOffMs: 60_000, clock, logger, run });
  }

  async catchUp(signal?: AbortSignal): Promise<void> {
    const { db, name, startsAt = 'start' } = this.#options;
    const cursors = new EventCursorRepository(db);
    if (!this.#isEnrolled) await cursors.enrol(name, startsAt);
    this.#isEnrolled = true;
    while (!signal?.aborted && (await this.#handleBatch(cursors)) === batch);
  }

  async #handleBatch(cursors: EventCursorRepository): Promise<number> {
    const { db, name, handle } = this.#options;
    const readId = await cursors.behind(name);
    if (readId === undefined) return 0;
    const events = await new DomainEventRepository(db).listAfter(readId, batch);
    const last = events.at(-1);
    if (!last) return 0;
    return db.transaction().execute(async (transaction) => {
      const own = new EventCursorRepository(transaction);
      if ((await own.take(name)) !== readId) return 0;
      await handle(transaction, events);
      await own.move(name, last.id);
      return events.length;
    });
  }
}
