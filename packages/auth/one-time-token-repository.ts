import type { Database } from '@galley/database';
import { newSecret, sha256 } from '@galley/kernel';

/** What a link that works once may be used for. */
export type TokenPurpose = 'setup' | 'password';

export interface NewToken {
  readonly purpose: TokenPurpose;
  /** Whose password it sets; nobody's for `setup`. */
  readonly username?: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Secrets that work once, stored by their SHA-256. */
export class OneTimeTokenRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The secret itself; nothing can show it again. Those that have expired are swept out on the way. */
  async issue({ purpose, username, now, expiresAt }: NewToken): Promise<string> {
    await this.#sweep(now);
    const token = newSecret();
    await this.#db
      .insertInto('one_time_tokens')
      .values({
        token_hash: sha256(token),
        purpose,
        username: username ?? null,
        created_at: now,
        expires_at: expiresAt,
      })
      .execute();
    return token;
  }

  async isUsable(purpose: TokenPurpose, token: string, now: Date): Promise<boolean> {
    const row = await this.#db
      .selectFrom('one_time_tokens')
      .select('token_hash')
      .where('purpose', '=', purpose)
      .where('token_hash', '=', sha256(token))
      .where('expires_at', '>', now)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** The enabled user whose password the link may set; undefined when it is wrong, used or expired. */
  async findUsername(token: string, now: Date): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('one_time_tokens')
      .innerJoin('users', 'users.username', 'one_time_tokens.username')
      .select('users.username')
      .where('purpose', '=', 'password')
      .where('token_hash', '=', sha256(token))
      .where('expires_at', '>', now)
      .where('users.enabled', '=', true)
      .executeTakeFirst();
    return row?.username;
  }

  /**
   * Ends the link if it may set this user's password, and says whether it could: of several at once, one can.
   * To be called in a transaction.
   */
  async use(token: string, username: string, now: Date): Promise<boolean> {
    const user = await this.#lockUser(username);
    if (!user?.enabled) return false;
    const row = await this.#db
      .deleteFrom('one_time_tokens')
      .where('username', '=', username)
      .where('purpose', '=', 'password')
      .where('token_hash', '=', sha256(token))
      .where('expires_at', '>', now)
      .returning('token_hash')
      .executeTakeFirst();
    return row !== undefined;
  }

  async removeAll(purpose: TokenPurpose): Promise<void> {
    await this.#db.deleteFrom('one_time_tokens').where('purpose', '=', purpose).execute();
  }

  /** Ends the links that set a user's password; false when there is no such user. To be called in a transaction. */
  async removeAllOf(username: string): Promise<boolean> {
    if (!(await this.#lockUser(username))) return false;
    await this.#db
      .deleteFrom('one_time_tokens')
      .where('username', '=', username)
      .where('purpose', '=', 'password')
      .execute();
    return true;
  }

  /** The user's row before those of their links, as everywhere: what changes the same user comes one by one. */
  async #lockUser(username: string): Promise<{ enabled: boolean } | undefined> {
    return this.#db
      .selectFrom('users')
      .select('enabled')
      .where('username', '=', username)
      .forNoKeyUpdate()
      .executeTakeFirst();
  }

  async #sweep(now: Date): Promise<void> {
    await this.#db
      .with('held', (db) =>
        db
          .selectFrom('one_time_tokens')
          .select('token_hash')
          .where('expires_at', '<=', now)
          .forUpdate()
          // Somebody else sweeps it out at this moment; two sweeps must not wait for each other.
          .skipLocked(),
      )
      .deleteFrom('one_time_tokens')
      .using('held')
      .whereRef('one_time_tokens.token_hash', '=', 'held.token_hash')
      .execute();
  }
}
