import type { Database } from '@galley/database';
import { isServiceAccount } from '@galley/kernel';
import { KnownDeviceRepository } from './known-device-repository.ts';
import { OneTimeTokenRepository } from './one-time-token-repository.ts';
import { administratorRole } from './role-rules.ts';
import { UserRepository } from './user-repository.ts';

export interface AccountRecord {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly capabilities: readonly string[];
  readonly enabled: boolean;
}

export type AccountState = Omit<AccountRecord, 'username' | 'capabilities'>;

export interface LockedAccount {
  readonly account: AccountRecord | undefined;
  readonly otherAdministrators: number;
}

export interface RevokedTokens {
  readonly tokens: number;
  readonly workerTokens: number;
}

export interface Revocation {
  readonly by: string;
  readonly at: Date;
}

export interface ServiceDescription {
  readonly description: string;
  readonly responsible: string | null;
  readonly responsible_role: string | null;
  readonly createdBy: string;
}

/** Expects normalised (lower-case) user names. */
export class AccountRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Not a service account. */
  async find(username: string): Promise<AccountRecord | undefined> {
    return isServiceAccount(username) ? undefined : this.findAny(username);
  }

  findAny(username: string): Promise<AccountRecord | undefined> {
    return this.#db
      .selectFrom('users')
      .innerJoin('roles', 'roles.name', 'users.role')
      .select(['username', 'users.name', 'email', 'role', 'capabilities', 'enabled'])
      .where('username', '=', username)
      .executeTakeFirst();
  }

  /**
   * Locks the user and all enabled administrators, in one order to prevent deadlocks. Two transactions that would each
   * remove one of the last two administrators run one after the other. A user promoted meanwhile is not counted, which
   * is safe.
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
      // A second statement, because one that waited for a lock joins the old role. Users inserted since are not locked.
      account: others.length < rows.length ? await this.findAny(username) : undefined,
      otherAdministrators: others.length,
    };
  }

  /** False when the user name is taken. */
  async insert(username: string, { role, ...state }: AccountState, at: Date): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('users')
      .values({ username, role, ...state, created_at: at })
      .onConflict((conflict) => conflict.column('username').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  async describeService(
    username: string,
    { createdBy, ...described }: ServiceDescription,
  ): Promise<void> {
    await this.#db
      .insertInto('service_accounts')
      .values({ username, ...described, created_by: createdBy })
      .onConflict((conflict) => conflict.column('username').doUpdateSet(described))
      .execute();
  }

  /** Empty for the language of the site. */
  async setLanguage(username: string, language: string): Promise<void> {
    await this.#db
      .updateTable('users')
      .set({ language })
      .where('username', '=', username)
      .execute();
  }

  async update(username: string, state: Partial<AccountState>): Promise<void> {
    await this.#db.updateTable('users').set(state).where('username', '=', username).execute();
  }

  async hasPassword(username: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('credentials')
      .select('id')
      .where('username', '=', username)
      .where('kind', '=', 'password')
      .executeTakeFirst();
    return row !== undefined;
  }

  async setPassword(username: string, hash: string, at: Date): Promise<void> {
    await new OneTimeTokenRepository(this.#db).removePasswordLinks(username);
    await new KnownDeviceRepository(this.#db).forgetAll(username);
    await this.#db
      .deleteFrom('credentials')
      .where('username', '=', username)
      .where('kind', '=', 'password')
      .execute();
    await new UserRepository(this.#db).insertPassword(username, hash, at);
  }

  async revokeTokens(username: string, revocation: Revocation): Promise<RevokedTokens> {
    const removed = await this.#db
      .deleteFrom('api_tokens')
      .where('username', '=', username)
      .returning(['expires_at', 'revoked_at'])
      .execute();
    const valid = removed.filter((token) => !token.revoked_at && token.expires_at > revocation.at);
    const workerTokens = await this.revokeWorkerTokens(username, revocation);
    return { tokens: valid.length, workerTokens };
  }

  /**
   * Only needed for workers: API tokens of disabled and deleted users are refused anyway. Returns the number of tokens,
   * where all tokens of a connected client count as a single one.
   */
  async revokeWorkerTokens(username: string, { by, at }: Revocation): Promise<number> {
    const revoked = { revoked_by: by, revoked_at: at };
    // Grants first: a client that refreshes its token holds the row of its grant.
    const { numUpdatedRows: clients } = await this.#db
      .updateTable('mcp_grants')
      .set(revoked)
      .where('granted_by', '=', username)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirst();
    const tokens = await this.#db
      .updateTable('worker_tokens')
      .set(revoked)
      .where('created_by', '=', username)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', at)
      .returning('grant_id')
      .execute();
    return Number(clients) + tokens.filter(({ grant_id }) => grant_id === null).length;
  }

  async delete(username: string): Promise<void> {
    await this.#db.deleteFrom('users').where('username', '=', username).execute();
  }
}
