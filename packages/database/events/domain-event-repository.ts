import { sql } from 'kysely';
import type { DomainEvent, DomainEventType, NewDomainEvent } from '@galley/kernel';
import type { Database, Transaction } from '../database.ts';

export class DomainEventRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /**
   * Appends events in the transaction of their change; must be its last statement. Serialises transactions from here to
   * their commit: all smaller ids are visible before an event is, so that readers in the order of ids never miss one
   * that was committed later.
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

  /** Deletes events older than `before` that all consumers have read; returns their number. */
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
