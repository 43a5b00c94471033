import type { Database } from '@galley/database';
import { newSecret, sha256 } from '@galley/kernel';

export type TokenPurpose = 'setup' | 'password' | 'sign_in';

export interface NewToken {
  readonly purpose: TokenPurpose;
  /** Absent for `setup`. */
  readonly username?: string;
  /** Address to which the link is sent; absent for a link that is shown. */
  readonly email?: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

export interface UsedLink {
  readonly email: string | null;
}

export class OneTimeTokenRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Also deletes expired tokens. The token cannot be read again. */
  async issue({ purpose, username, email, now, expiresAt }: NewToken): Promise<string> {
    await this.#removeExpired(now);
    const token = newSecret();
    await this.#db
      .insertInto('one_time_tokens')
      .values({
        token_hash: sha256(token),
        purpose,
        username: username ?? null,
        email: email ?? null,
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

  /** `undefined` when the link is wrong, used or expired, or the user disabled. */
  async findUsername(
    token: string,
    now: Date,
    purpose: TokenPurpose = 'password',
  ): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('one_time_tokens')
      .innerJoin('users', 'users.username', 'one_time_tokens.username')
      .select('users.username')
      .where('purpose', '=', purpose)
      .where('token_hash', '=', sha256(token))
      .where('expires_at', '>', now)
      .where('users.enabled', '=', true)
      .executeTakeFirst();
    return row?.username;
  }

  /**
   * `undefined` when the link is not valid for this user, else the address that it was sent to, if any. Needs a
   * transaction: of concurrent uses, one succeeds.
   */
  use(token: string, username: string, now: Date): Promise<UsedLink | undefined> {
    return this.useHash(sha256(token), username, { now });
  }

  /** As `use`, for a caller that kept only the hash of the token. */
  async useHash(
    tokenHash: string,
    username: string,
    { now, purpose = 'password' }: { readonly now: Date; readonly purpose?: TokenPurpose },
  ): Promise<UsedLink | undefined> {
    const user = await this.#lockUser(username);
    if (!user?.enabled) return undefined;
    return this.#db
      .deleteFrom('one_time_tokens')
      .where('username', '=', username)
      .where('purpose', '=', purpose)
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', now)
      .returning('email')
      .executeTakeFirst();
  }

  async removeAll(purpose: TokenPurpose): Promise<void> {
    await this.#db.deleteFrom('one_time_tokens').where('purpose', '=', purpose).execute();
  }

  /** False for an unknown user. Needs a transaction. */
  async removePasswordLinks(username: string): Promise<boolean> {
    if (!(await this.#lockUser(username))) return false;
    await this.#db
      .deleteFrom('one_time_tokens')
      .where('username', '=', username)
      .where('purpose', 'in', ['password', 'sign_in'])
      .execute();
    return true;
  }

  async #lockUser(username: string): Promise<{ enabled: boolean } | undefined> {
    return this.#db
      .selectFrom('users')
      .select('enabled')
      .where('username', '=', username)
      .forNoKeyUpdate()
      .executeTakeFirst();
  }

  async #removeExpired(now: Date): Promise<void> {
    await this.#db
      .with('expired', (db) =>
        db
          .selectFrom('one_time_tokens')
          .select('token_hash')
          .where('expires_at', '<=', now)
          .forUpdate()
          // So that concurrent sweeps never wait for each other.
          .skipLocked(),
      )
      .deleteFrom('one_time_tokens')
      .using('expired')
      .whereRef('one_time_tokens.token_hash', '=', 'expired.token_hash')
      .execute();
  }
}
