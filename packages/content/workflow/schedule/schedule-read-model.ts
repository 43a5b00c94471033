import type { DocumentStatus, ScheduledAct } from '@galley/editorial';
import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { reach, type Actor } from '@galley/kernel';
import { ownedBy } from '../../store/ownership-read-model.ts';

/** Something that is to happen to a document at a time. */
export interface ScheduledAction {
  readonly path: string;
  readonly act: ScheduledAct;
  readonly dueAt: Date;
}

export interface ListedAct extends ScheduledAction {
  readonly title: string;
  readonly status: DocumentStatus;
  /** Why it has not been done, though its time has come; null when it is yet to come, or about to be done. */
  readonly reason: string | null;
}

/** Every act that is planned: two partial indexes have them in the order of their times. */
export const planned = sql`(
  select id, path, title, status, author, assignee, 'publish' as act, scheduled_publish_at as due_at
  from documents
  where status = 'scheduled' and scheduled_publish_at is not null and deleted_at is null
  union all
  select id, path, title, status, author, assignee, 'unpublish', scheduled_unpublish_at
  from documents
  where public_hash is not null and scheduled_unpublish_at is not null and deleted_at is null
) as planned`;

/** With why each could not be done, if so. */
export const missed = sql`left join missed_schedules as missed
  on missed.document_id = planned.id and missed.act = planned.act and missed.due_at = planned.due_at`;

/** What is planned, by the index. */
export class ScheduleReadModel {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Acts whose time has come, longest overdue first; those that failed after `retriedSince` are left out. */
  async listDue(
    now: Date,
    { limit, retriedSince }: { readonly limit: number; readonly retriedSince: Date },
  ): Promise<ScheduledAction[]> {
    const { rows } = await sql<ScheduledAction>`
      select path, planned.act, planned.due_at as "dueAt" from ${planned} ${missed}
      where planned.due_at <= ${now}
        and (missed.tried_at is null or missed.tried_at <= ${retriedSince})
      order by planned.due_at, path limit ${limit}
    `.execute(this.#db);
    return rows;
  }

  /** Acts of documents that the actor may read, the earliest first, whether their time has come or not. */
  async list(actor: Actor, limit: number): Promise<ListedAct[]> {
    const readable = reach(actor, 'documents.read');
    if (readable === 'none') return [];
    const { rows } = await sql<ListedAct>`
      select path, title, status, planned.act, planned.due_at as "dueAt", reason
      from ${planned} ${missed}
      where ${readable === 'all' ? sql`true` : ownedBy(actor.username)}
      order by planned.due_at, path limit ${limit}
    `.execute(this.#db);
    return rows;
  }

  /** Acts whose time has come and that have not been done. */
  async countOverdue(now: Date): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${planned} where due_at <= ${now}
    `.execute(this.#db);
    return Number(rows[0]!.count);
  }

  async nextDueAt(): Promise<Date | null> {
    const { rows } = await sql<{
      at: Date | null;
    }>`select min(due_at) as at from ${planned}`.execute(this.#db);
    return rows[0]!.at;
  }
}
