import { sql } from 'kysely';
import type { DomainEvent, DomainEventType, NewDomainEvent } from '@galley/kernel';
import type { Database, Transaction } from '../database.ts';

/** The stream of what happened. */
export class DomainEventRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /**
   * Adds events in the transaction of what they tell of; it has to be the last that the transaction does. One
   * transaction at a time is between here and its commit: so an event that can be seen has all those of smaller ids
   * before it, and nobody who reads in the order of ids misses one that was committed later.
   */
  async append(events: readonly NewDomainEvent[]): Promise<void> {
    if (events.length === 0) return;
    await sql`select pg_advisory_xact_lock(hashtextextended('galley:domain-events', 0))`.execute(
      this.#db,
    );
    const rows = events.map(({ data, ...event }) => ({ ...event, data: JSON.stringify(data) }));
    await this.#db.insertInto('domain_events').values(rows).execute();
  }

  /** The next ones behind an id. */
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

  /** Deletes what is older than a time and has been read by everybody who follows; returns how many there were. */
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
