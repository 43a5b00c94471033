import { sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';

export class EventCursorRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Events that a registered consumer has not read are kept. */
  async enrol(consumer: string, at: 'start' | 'end' = 'start'): Promise<void> {
    const last = sql<number>`(select coalesce(max(id), 0) from domain_events)`;
    await this.#db
      .insertInto('event_cursors')
      .values({ consumer, read_id: at === 'start' ? 0 : last })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** The id of the last event it has read; `undefined` when there is no newer one. Takes no lock: it runs often. */
  async behind(consumer: string): Promise<number | undefined> {
    const row = await this.#db
      .selectFrom('event_cursors')
      .select('read_id')
      .where('consumer', '=', consumer)
      // Reads the end of an index; for an `exists`, PostgreSQL would prefer to scan the table.
      .where('read_id', '<', (events) =>
        events.selectFrom('domain_events').select((row) => row.fn.max<number>('id').as('id')),
      )
      .executeTakeFirst();
    return row?.read_id;
  }

  /** Locks the position until the transaction ends; `undefined` when another process holds it. */
  async take(consumer: string): Promise<number | undefined> {
    const row = await this.#db
      .selectFrom('event_cursors')
      .select('read_id')
      .where('consumer', '=', consumer)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    return row?.read_id;
  }

  async move(consumer: string, readId: number): Promise<void> {
    await this.#db
      .updateTable('event_cursors')
      .set({ read_id: readId })
      .where('consumer', '=', consumer)
      .execute();
  }
}
