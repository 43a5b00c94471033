import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import type { Announcement } from './notification.ts';

/** Whose, and which: those of these ids, or all up to an id. */
export type Told =
  | { readonly username: string; readonly ids: readonly number[] }
  | { readonly username: string; readonly upTo: number | undefined };

/** Before which an old notification is deleted. */
export interface Ages {
  readonly read: Date;
  readonly any: Date;
}

/** What people are told, and what of it they have read. */
export class NotificationRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /**
   * Tells everybody, each once of an event. In the order of the user names: adding a row locks the user's, and whoever
   * manages users locks several of them in this order too.
   */
  async insert(announcements: readonly Announcement[]): Promise<void> {
    const told = announcements.filter(({ usernames }) => usernames.length > 0);
    if (told.length === 0) return;
    await sql`
      insert into notifications (username, event_id, type, document_id, actor, note, revision, at)
      select username, told."eventId", type, told."documentId", actor, note, revision, at
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (
        "eventId" bigint, type text, "documentId" bigint, actor text, note text, revision text, at timestamptz,
        usernames jsonb)
      cross join jsonb_array_elements_text(usernames) as username
      order by username, told."eventId"
      on conflict (username, event_id) do nothing
    `.execute(this.#db);
  }

  /** Those that were read before stay as they were read. */
  async markRead(told: Told, at: Date): Promise<void> {
    let unread = this.#db
      .updateTable('notifications')
      .set({ read_at: at })
      .where('username', '=', told.username)
      .where('read_at', 'is', null);
    if ('ids' in told) unread = unread.where('id', 'in', told.ids);
    else if (told.upTo !== undefined) unread = unread.where('id', '<=', told.upTo);
    await unread.execute();
  }

  /** Deletes at most `limit` of those that are old and read, or very old; returns how many there were. */
  async removeOld({ read, any }: Ages, limit: number): Promise<number> {
    const ids = this.#db.selectFrom('notifications').select('id');
    const old = ids
      .where('at', '<', read)
      .where('read_at', 'is not', null)
      .unionAll(ids.where('at', '<', any))
      .limit(limit);
    const { numDeletedRows } = await this.#db
      .deleteFrom('notifications')
      .where('id', '=', sql<number>`any(array(${old}))`)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
