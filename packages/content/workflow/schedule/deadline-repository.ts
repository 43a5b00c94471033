import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import type { NotedDeadline } from '../../store/document-events.ts';

export interface Deadline {
  /** `YYYY-MM-DD` in the time zone of the site. */
  readonly dueOn: string;
  readonly setBy: string;
  readonly setAt: Date;
}

export type Reminder = 'due_soon' | 'overdue';

export interface DueReminder {
  readonly document: NotedDeadline['document'];
  readonly dueOn: string;
}

export interface NewDeadline extends Deadline {
  readonly documentId: number;
}

/** SQL: the document still waits for its deadline (ADD-CAL-2). */
export const isUnfinished = sql<boolean>`documents.status in ('draft', 'in_review')`;

export class DeadlineRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async find(documentId: number): Promise<Deadline | undefined> {
    return this.#db
      .selectFrom('deadlines')
      .select([sql<string>`due_on::text`.as('dueOn'), 'set_by as setBy', 'set_at as setAt'])
      .where('document_id', '=', documentId)
      .executeTakeFirst();
  }

  /** Reminders start anew for another day. */
  async save({ documentId, dueOn, setBy, setAt }: NewDeadline): Promise<void> {
    const row = { due_on: dueOn, set_by: setBy, set_at: setAt, reminded: null };
    await this.#db
      .insertInto('deadlines')
      .values({ document_id: documentId, ...row })
      .onConflict((conflict) => conflict.column('document_id').doUpdateSet(row))
      .execute();
  }

  async remove(documentId: number): Promise<void> {
    await this.#db.deleteFrom('deadlines').where('document_id', '=', documentId).execute();
  }

  /** Marks the reminders that are due as sent, and returns them, earliest first. Expects a transaction. */
  async takeReminders(
    reminder: Reminder,
    { upTo, limit }: { readonly upTo: string; readonly limit: number },
  ): Promise<DueReminder[]> {
    const isNew =
      reminder === 'overdue'
        ? sql`deadlines.reminded is distinct from 'overdue'`
        : sql`deadlines.reminded is null`;
    const { rows } = await sql<DueReminder>`
      with due as (
        select document_id, public_id, path, type, lang, title, author, due_on
        from deadlines join documents on documents.id = deadlines.document_id
        where due_on <= ${upTo}::date and ${isNew} and deleted_at is null and ${isUnfinished}
        order by due_on, document_id limit ${limit}
        for update of deadlines skip locked
      ), marked as (
        update deadlines set reminded = ${reminder} from due
        where deadlines.document_id = due.document_id
      )
      select due_on::text as "dueOn", json_build_object(
        'document_id', document_id, 'id', public_id, 'path', path, 'type', type, 'lang', lang,
        'title', title, 'owner', author
      ) as document
      from due
      order by due_on, document_id
    `.execute(this.#db);
    return rows;
  }
}
