import type { Database, Transaction } from '../database.ts';

export class EventCursorRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Events that a registered consumer has not read are kept. */
  async enrol(consumer: string): Promise<void> {
    await this.#db
      .insertInto('event_cursors')
      .values({ consumer, last_id: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** Takes no lock, since it runs every second. */
  async isBehind(consumer: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('event_cursors')
      .select('consumer')
      .where('consumer', '=', consumer)
      // Reads the end of an index; for an `exists`, PostgreSQL would prefer to scan the table.
      .where('last_id', '<', (events) =>
        events.selectFrom('domain_events').select((row) => row.fn.max<number>('id').as('id')),
      )
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Locks the position until the transaction ends; `undefined` when another process holds it. */
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
