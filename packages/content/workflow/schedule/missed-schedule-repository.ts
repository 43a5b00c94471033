import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import type { ScheduledAct } from '@galley/editorial';
import type { ScheduledAction } from './schedule-read-model.ts';

export interface MissedAct extends Pick<ScheduledAction, 'act' | 'dueAt'> {
  readonly documentId: number;
  readonly reason: string;
  readonly now: Date;
}

export class MissedScheduleRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** True when the action or the reason differs from the last record. */
  async note({ documentId, act, dueAt, reason, now }: MissedAct): Promise<boolean> {
    const { rows } = await sql<{ isNews: boolean }>`
      with before as (
        select due_at, reason from missed_schedules
        where document_id = ${documentId} and act = ${act}
      ), noted as (
        insert into missed_schedules (document_id, act, due_at, reason, noticed_at, tried_at)
        values (${documentId}, ${act}, ${dueAt}, ${reason}, ${now}, ${now})
        on conflict (document_id, act) do update
          set due_at = excluded.due_at, reason = excluded.reason, tried_at = excluded.tried_at
      )
      select not exists (select from before where due_at = ${dueAt} and reason = ${reason}) as "isNews"
    `.execute(this.#db);
    return rows[0]!.isNews;
  }

  removal(documentId: number, act: ScheduledAct) {
    return this.#db
      .deleteFrom('missed_schedules')
      .where('document_id', '=', documentId)
      .where('act', '=', act);
  }

  async removeOutdated(): Promise<number> {
    const { numAffectedRows } = await sql`
      delete from missed_schedules as missed using documents
      where documents.id = missed.document_id and (
        documents.deleted_at is not null
        or missed.act = 'publish'
          and (status <> 'scheduled' or scheduled_publish_at is distinct from due_at)
        or missed.act = 'unpublish'
          and (public_hash is null or scheduled_unpublish_at is distinct from due_at)
      )
    `.execute(this.#db);
    return Number(numAffectedRows ?? 0);
  }
}
