import { sql } from 'kysely';
import type { Database } from '@galley/database';
import type { DocumentStatus, ScheduledAct } from '@galley/editorial';
import { reach, type Actor } from '@galley/kernel';
import { ownedBy } from '../../store/ownership-read-model.ts';
import { isUnfinished } from './deadline-repository.ts';
import { missed, planned } from './schedule-read-model.ts';

export interface CalendarEntry {
  readonly kind: ScheduledAct | 'due';
  readonly path: string;
  readonly title: string;
  readonly status: DocumentStatus;
  readonly revision: string;
  /** User name of the assignee, else of the owner. */
  readonly person: string | null;
  /** In the time zone of the site. */
  readonly day: string;
  /** Null for a deadline, which is a whole day. */
  readonly at: Date | null;
  readonly isOverdue: boolean;
}

export interface CalendarQuery {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly today: string;
  readonly limit: number;
}

export class CalendarReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Entries of documents that the actor may read, earliest first. */
  async list(actor: Actor, query: CalendarQuery): Promise<CalendarEntry[]> {
    const readable = reach(actor, 'documents.read');
    if (readable === 'none') return [];
    const { from, to, timeZone, today, limit } = query;
    const isReadable = readable === 'all' ? sql`true` : ownedBy(actor.username);
    const { rows } = await sql<CalendarEntry>`
      with acts as (
        select planned.act as kind, path, title, status, revision, coalesce(assignee, author) as person,
          to_char(planned.due_at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
          planned.due_at as at, missed.due_at is not null as "isOverdue"
        from ${planned} ${missed}
        where planned.due_at >= (${from}::date)::timestamp at time zone ${timeZone}
          and planned.due_at < (${to}::date + 1)::timestamp at time zone ${timeZone}
          and ${isReadable}
      ), days as (
        select 'due' as kind, path, title, status, revision, coalesce(assignee, author) as person,
          due_on::text as day, null::timestamptz as at, due_on < ${today}::date and ${isUnfinished} as "isOverdue"
        from deadlines join documents on documents.id = deadlines.document_id
        where due_on between ${from}::date and ${to}::date and deleted_at is null and ${isReadable}
      )
      select * from acts union all select * from days
      order by day, at nulls first, path limit ${limit}
    `.execute(this.#db);
    return rows;
  }
}
