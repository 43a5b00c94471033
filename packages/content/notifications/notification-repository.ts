import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import type { Announcement, TokenNotice } from './notification.ts';

export type NotificationSelection =
  | { readonly username: string; readonly ids: readonly number[] }
  | { readonly username: string; readonly upTo: number | undefined };

export interface Ages {
  readonly read: Date;
  readonly any: Date;
}

export class NotificationRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Ordered by user name: an insert locks the user's row, in the same order as user management, against deadlocks. */
  async insert(announcements: readonly Announcement[]): Promise<void> {
    const addressed = announcements.filter(({ usernames }) => usernames.length > 0);
    if (addressed.length === 0) return;
    await sql`
      insert into notifications (username, event_id, type, document_id, actor, note, revision, at)
      select username, addressed."eventId", type, addressed."documentId", actor, note, revision, at
      from jsonb_to_recordset(${JSON.stringify(addressed)}::jsonb) as addressed (
        "eventId" bigint, type text, "documentId" bigint, actor text, note text, revision text, at timestamptz,
        usernames jsonb)
      cross join jsonb_array_elements_text(usernames) as username
      order by username, addressed."eventId"
      on conflict (username, event_id) do nothing
    `.execute(this.#db);
  }

  /** Ordered and idempotent, as `insert`. */
  async insertTokenNotices(notices: readonly TokenNotice[]): Promise<void> {
    const rows = notices.flatMap(({ eventId, owner, name, expiresAt, at, usernames }) =>
      usernames.map((username) => ({
        username,
        event_id: eventId,
        type: 'token_expiring',
        document_id: null,
        subject: name,
        actor: owner,
        note: expiresAt,
        at,
      })),
    );
    if (rows.length === 0) return;
    const byName = rows.toSorted((a, b) => (a.username < b.username ? -1 : 1));
    await this.#db
      .insertInto('notifications')
      .values(byName)
      .onConflict((conflict) => conflict.columns(['username', 'event_id']).doNothing())
      .execute();
  }

  async findUsers(usernames: readonly string[]): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('users')
      .select('username')
      .where('username', 'in', usernames)
      .execute();
    return rows.map(({ username }) => username);
  }

  /** Keeps the earlier time for notifications that are already read. */
  async markRead(selection: NotificationSelection, at: Date): Promise<void> {
    let unread = this.#db
      .updateTable('notifications')
      .set({ read_at: at })
      .where('username', '=', selection.username)
      .where('read_at', 'is', null);
    if ('ids' in selection) unread = unread.where('id', 'in', selection.ids);
    else if (selection.upTo !== undefined) unread = unread.where('id', '<=', selection.upTo);
    await unread.execute();
  }

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
