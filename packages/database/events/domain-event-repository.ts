import { sql } from 'kysely';
import type { DomainEvent, DomainEventType, NewDomainEvent } from '@galley/kernel';
import type { Database, Transaction } from '../database.ts';

export class DomainEventRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /**
   * Must be the last statement of its transaction. Serialises transactions from here to their commit, so that readers
   * in the order of ids never miss an event committed later.
   */
  async append(events: readonly NewDomainEvent[]): Promise<void> {
    if (events.length === 0) return;
    await sql`select pg_advisory_xact_lock(hashtextextended('galley:domain-events', 0))`.execute(
      this.#db,
    );
    const rows = events.map(({ data, ...event }) => ({ ...event, data: JSON.stringify(data) }));
    await this.#db.insertInto('domain_events').values(rows).execute();
  }

  async listAfter(id: number, limit: number): Promise<DomainEvent[]> {
    const rows = await this.#db
      .selectFrom('domain_events')
      .select(['id', 'type', 'at', 'actor', 'subject', 'data'])
      .where('id', '>', id)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ ...row, type: row.type as DomainEventType }));
  }

  /** Keeps events that a consumer has not read. */
  async removeRead(before: Date): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('domain_events')
      .where('at', '<', before)
      .where('id', '<=', (cursors) =>
        cursors.selectFrom('event_cursors').select((row) => row.fn.min<number>('last_id').as('id')),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
