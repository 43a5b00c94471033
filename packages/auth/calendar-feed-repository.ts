import type { Database } from '@galley/database';

/** Secret addresses for calendar programs, one for each person (ADD-CAL-4). */
export class CalendarFeedRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async createdAt(username: string): Promise<Date | null> {
    const row = await this.#db
      .selectFrom('calendar_feeds')
      .select('created_at')
      .where('username', '=', username)
      .executeTakeFirst();
    return row?.created_at ?? null;
  }

  /** The address before stops working. */
  async save(username: string, tokenHash: string, createdAt: Date): Promise<void> {
    const row = { token_hash: tokenHash, created_at: createdAt };
    await this.#db
      .insertInto('calendar_feeds')
      .values({ username, ...row })
      .onConflict((conflict) => conflict.column('username').doUpdateSet(row))
      .execute();
  }

  async remove(username: string): Promise<void> {
    await this.#db.deleteFrom('calendar_feeds').where('username', '=', username).execute();
  }

  async findUsername(tokenHash: string): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('calendar_feeds')
      .select('username')
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
    return row?.username;
  }
}
