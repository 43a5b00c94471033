import type { Database, Transaction } from '../database.ts';

/** How far each of those who follow the events has come. */
export class EventCursorRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Notes that there is such a consumer, so that nothing is deleted that it has not read. */
  async enrol(consumer: string): Promise<void> {
    await this.#db
      .insertInto('event_cursors')
      .values({ consumer, last_id: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** Whether there is something that it has not handled; asks without a lock, since it is asked every second. */
  async isBehind(consumer: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('event_cursors')
      .select('consumer')
      .where('consumer', '=', consumer)
      // The newest is the end of an index; to look for any that is newer, PostgreSQL would rather read the table.
      .where('last_id', '<', (events) =>
        events.selectFrom('domain_events').select((row) => row.fn.max<number>('id').as('id')),
      )
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Where a consumer is, kept from others until the transaction ends; undefined when another process has it. */
  async take(consumer: string): Promise<number | undefined> {
    const row = await this.#db
      .selectFrom('event_cursors')
      .select('last_id')
      .where('consumer', '=', consumer)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    return row?.last_id;
  }

  async move(consumer: string, lastId: number): Promise<void> {
    await this.#db
      .updateTable('event_cursors')
      .set({ last_id: lastId })
      .where('consumer', '=', consumer)
      .execute();
  }
}
