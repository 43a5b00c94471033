import { sql } from 'kysely';
import type { DomainEvent, DomainEventType, NewDomainEvent } from '@galley/kernel';
import type { Database, Transaction } from '../database.ts';
import type { Write } from '../write-together.ts';

/** For `writeTogether`: see `append`. */
export function eventWrites(events: readonly NewDomainEvent[]): readonly Write[] {
  return events.length > 0 ? [insertionOf(events)] : [];
}

export class DomainEventRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Best as the last statement of its transaction: readers wait for its commit. Writers do not wait for each other. */
  async append(events: readonly NewDomainEvent[]): Promise<void> {
    if (events.length > 0) await insertionOf(events).execute(this.#db);
  }

  /**
   * In the order of ids. Excludes ids up to which a transaction may still commit another event, so no reader that
   * continues after the last one misses an event. Not for use in a transaction: the lock would last as long.
   */
  async listAfter(id: number, limit: number): Promise<DomainEvent[]> {
    // A statement of its own: the next one sees all that committed before it.
    const settled = await sql<{ id: number | null }>`select settled_event_id() as id`.execute(
      this.#db,
    );
    const rows = await this.#db
      .selectFrom('domain_events')
      .select(['id', 'type', 'at', 'actor', 'subject', 'data'])
      .where('id', '>', id)
      .where('id', '<=', settled.rows[0]!.id ?? 0)
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
        cursors.selectFrom('event_cursors').select((row) => row.fn.min<number>('read_id').as('id')),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}

/** Ids are assigned to the rows of the join, so after the lock is taken. See migration 34. */
function insertionOf(events: readonly NewDomainEvent[]) {
  return sql`
    with turn as materialized (
      select pg_advisory_xact_lock_shared(hashtextextended('galley:domain-events', 0))
    )
    insert into domain_events (type, at, actor, subject, data)
    select event.type, event.at, event.actor, event.subject, event.data
    from turn cross join jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as event (type text, at timestamptz, actor text, subject text, data jsonb)
  `;
}
