import type { Database } from '@galley/database';
import { newSecret, sha256 } from '@galley/kernel';

/** What a link that works once may be used for. */
export type TokenPurpose = 'setup';

export interface NewToken {
  readonly purpose: TokenPurpose;
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
  async issue({ purpose, now, expiresAt }: NewToken): Promise<string> {
    await this.#db.deleteFrom('one_time_tokens').where('expires_at', '<=', now).execute();
    const token = newSecret();
    await this.#db
      .insertInto('one_time_tokens')
      .values({ token_hash: sha256(token), purpose, created_at: now, expires_at: expiresAt })
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

  async removeAll(purpose: TokenPurpose): Promise<void> {
    await this.#db.deleteFrom('one_time_tokens').where('purpose', '=', purpose).execute();
  }
}
