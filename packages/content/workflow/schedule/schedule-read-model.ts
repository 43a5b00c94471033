import type { DocumentStatus, ScheduledAct } from '@galley/editorial';
import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { reach, type Actor } from '@galley/kernel';
import { ownedBy } from '../../store/ownership-read-model.ts';

export interface ScheduledAction {
  readonly path: string;
  readonly act: ScheduledAct;
  readonly dueAt: Date;
}

export interface ListedAct extends ScheduledAction {
  readonly title: string;
  readonly status: DocumentStatus;
  /** Null when the action is not due or about to run. */
  readonly reason: string | null;
}

/** Two partial indexes sort them by time. */
export const planned = sql`(
  select id, path, title, status, revision, author, assignee, 'publish' as act, scheduled_publish_at as due_at
  from documents
  where status = 'scheduled' and scheduled_publish_at is not null and deleted_at is null
  union all
  select id, path, title, status, revision, author, assignee, 'unpublish', scheduled_unpublish_at
  from documents
  where public_hash is not null and scheduled_unpublish_at is not null and deleted_at is null
) as planned`;

export const missed = sql`left join missed_schedules as missed
  on missed.document_id = planned.id and missed.act = planned.act and missed.due_at = planned.due_at`;

export class ScheduleReadModel {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Longest overdue first, without those that failed after `retriedSince`. */
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

  /** Actions on documents that the actor may read, earliest first. */
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
