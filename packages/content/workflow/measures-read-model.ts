import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { missed, planned } from './schedule/schedule-read-model.ts';
import { lastRunFact } from './schedule/schedule-service.ts';

export interface ConsumerMeasures {
  readonly consumer: string;
  /** Approximate. */
  readonly events: number;
  /** Time of the oldest; null without any. */
  readonly since: Date | null;
}

export interface ContentMeasures {
  readonly documents: Readonly<Record<string, number>>;
  /** Documents whose files lag behind the saved text. */
  readonly unsettled: number;
  readonly planned: number;
  readonly overdue: number;
  /** Overdue actions that were tried and failed. */
  readonly missed: number;
  readonly overdueSince: Date | null;
  readonly nextDueAt: Date | null;
  readonly lastRunAt: Date | null;
  readonly consumers: readonly ConsumerMeasures[];
  readonly unreadNotifications: number;
}

interface Row extends Omit<ContentMeasures, 'lastRunAt' | 'consumers' | 'documents'> {
  readonly documents: ContentMeasures['documents'] | null;
  readonly lastRunAt: unknown;
  readonly consumers:
    | readonly {
        readonly consumer: string;
        readonly events: number;
        readonly since: string | null;
      }[]
    | null;
}

/** Polled: one statement of a few milliseconds. */
export class MeasuresReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async read(now: Date): Promise<ContentMeasures> {
    const { rows } = await sql<Row>`
      with acts as (
        select planned.due_at, reason from ${planned} ${missed}
      ), statuses as (
        select status, count(*) as count from documents where deleted_at is null group by status
      ), newest as (
        select coalesce(max(id), 0) as id from domain_events
      ), consumers as (
        select consumer, greatest(newest.id - read_id, 0) as events,
          (select at from domain_events where id > read_id order by id limit 1) as since
        from event_cursors, newest
      )
      select
        (select json_object_agg(status, count) from statuses) as documents,
        (select count(*) from documents where not materialised) as unsettled,
        (select count(*) from acts where due_at > ${now}) as planned,
        (select count(*) from acts where due_at <= ${now}) as overdue,
        (select count(*) from acts where due_at <= ${now} and reason is not null) as missed,
        (select min(due_at) from acts where due_at <= ${now}) as "overdueSince",
        (select min(due_at) from acts where due_at > ${now}) as "nextDueAt",
        (select value from project_facts where name = ${lastRunFact}) as "lastRunAt",
        (select json_agg(consumers) from consumers) as consumers,
        (select count(*) from notifications where read_at is null) as "unreadNotifications"
    `.execute(this.#db);
    const { documents, lastRunAt, consumers, ...measures } = rows[0]!;
    return {
      ...measures,
      documents: documents ?? {},
      lastRunAt: typeof lastRunAt === 'string' ? new Date(lastRunAt) : null,
      consumers: (consumers ?? []).map(({ since, ...one }) => ({
        ...one,
        since: since === null ? null : new Date(since),
      })),
    };
  }
}
