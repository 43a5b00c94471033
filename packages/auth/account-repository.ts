import type { Database } from '@galley/database';
import { OneTimeTokenRepository } from './one-time-token-repository.ts';
import { administratorRole } from './role-rules.ts';
import { UserRepository } from './user-repository.ts';

/** A user as it is stored, with what the role grants. */
export interface AccountRecord {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly capabilities: readonly string[];
  readonly enabled: boolean;
}

/** What of a user is written. */
export type AccountState = Omit<AccountRecord, 'username' | 'capabilities'>;

export interface LockedAccount {
  readonly account: AccountRecord | undefined;
  /** How many others are enabled and have the role `admin`; they stay so until the transaction ends. */
  readonly otherAdministrators: number;
}

/** How many tokens of a user ended. */
export interface RevokedTokens {
  readonly tokens: number;
  /** Those that the user made for agents. */
  readonly workerTokens: number;
}

export interface Revocation {
  readonly by: string;
  readonly at: Date;
}

/** What those who manage users write. User names are expected as they are stored, in lower case. */
export class AccountRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  find(username: string): Promise<AccountRecord | undefined> {
    return this.#db
      .selectFrom('users')
      .innerJoin('roles', 'roles.name', 'users.role')
      .select(['username', 'users.name', 'email', 'role', 'capabilities', 'enabled'])
      .where('username', '=', username)
      .executeTakeFirst();
  }

  /**
   * The user, after a lock on their row and on those of all enabled administrators until the end of the transaction.
   * All in one order, so that two of these never wait for each other; all of the administrators, so that two who
   * take away the last two of them do so one after the other. Somebody who becomes an administrator meanwhile does
   * not count: that errs on the safe side.
   */
  async lock(username: string): Promise<LockedAccount> {
    const rows = await this.#db
      .selectFrom('users')
      .select('username')
      .where((user) =>
        user.or([
          user('username', '=', username),
          user.and({ role: administratorRole, enabled: true }),
        ]),
      )
      .orderBy('username')
      .forUpdate()
      .execute();
    const others = rows.filter((row) => row.username !== username);
    return {
      // Another statement, since one that has waited for a lock still joins the role from before. And only a user
      // who is locked: one made since then is not.
      account: others.length < rows.length ? await this.find(username) : undefined,
      otherAdministrators: others.length,
    };
  }

  /** False when there is a user of that name. */
  async insert(username: string, { role, ...state }: AccountState, at: Date): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('users')
      .values({ username, role, ...state, created_at: at })
      .onConflict((conflict) => conflict.column('username').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  async update(username: string, state: Partial<AccountState>): Promise<void> {
    await this.#db.updateTable('users').set(state).where('username', '=', username).execute();
  }

  /** Replaces the password, if there is one, and ends the links that would set another. */
  async setPassword(username: string, hash: string, at: Date): Promise<void> {
    await new OneTimeTokenRepository(this.#db).removeAllOf(username);
    await this.#db
      .deleteFrom('credentials')
      .where('username', '=', username)
      .where('kind', '=', 'password')
      .execute();
    await new UserRepository(this.#db).insertPassword(username, hash, at);
  }

  /** Ends what programs act with for the user: API tokens, and tokens that the user made for agents. */
  async revokeTokens(username: string, revocation: Revocation): Promise<RevokedTokens> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('api_tokens')
      .where('username', '=', username)
      .where('expires_at', '>', revocation.at)
      .executeTakeFirst();
    const workerTokens = await this.revokeWorkerTokens(username, revocation);
    return { tokens: Number(numDeletedRows), workerTokens };
  }

  /** API tokens of a disabled user are refused anyway, and those of a deleted one go with the user. */
  async revokeWorkerTokens(username: string, { by, at }: Revocation): Promise<number> {
    const { numUpdatedRows } = await this.#db
      .updateTable('worker_tokens')
      .set({ revoked_by: by, revoked_at: at })
      .where('created_by', '=', username)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirst();
    return Number(numUpdatedRows);
  }

  /** Sessions, credentials, tokens and links go with the user. */
  async delete(username: string): Promise<void> {
    await this.#db.deleteFrom('users').where('username', '=', username).execute();
  }
}
