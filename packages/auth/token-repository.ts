import type { Database } from '@galley/database';
import type { Actor } from '@galley/kernel';
import { toFactorState, type FactorState } from './second-factor-kinds.ts';
import { factorKinds } from './second-factor-repository.ts';
import { toActor } from './user-repository.ts';

export interface TokenRecord {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
  readonly lastUsedAddr: string | null;
}

export interface FoundToken {
  readonly record: TokenRecord;
  /** All grants of the role, regardless of the token's scopes. */
  readonly actor: Actor;
  readonly factors: FactorState;
}

export interface TokenUse {
  readonly at: Date;
  readonly address: string;
  /** Skips the write when a use after this time is stored. */
  readonly unlessSince: Date;
}

const recordColumns = [
  'api_tokens.id',
  'api_tokens.username',
  'api_tokens.name',
  'api_tokens.scopes',
  'api_tokens.created_at',
  'api_tokens.expires_at',
  'api_tokens.last_used_at',
  'api_tokens.last_used_addr',
] as const;

/** Stored by SHA-256. Expired tokens are treated as deleted. */
export class TokenRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** A single query, since every request runs it. `undefined` also for a disabled user. */
  async find(tokenHash: string, now: Date): Promise<FoundToken | undefined> {
    const row = await this.#db
      .selectFrom('api_tokens')
      .innerJoin('users', 'users.username', 'api_tokens.username')
      .innerJoin('roles', 'roles.name', 'users.role')
      .select(recordColumns)
      .select(['users.name as user_name', 'users.email', 'users.role', 'roles.capabilities'])
      .select(factorKinds.as('factor_kinds'))
      .where('api_tokens.token_hash', '=', tokenHash)
      .where('api_tokens.expires_at', '>', now)
      .where('users.enabled', '=', true)
      .executeTakeFirst();
    return (
      row && {
        record: toTokenRecord(row),
        actor: toActor({ ...row, name: row.user_name }),
        factors: toFactorState(row.factor_kinds),
      }
    );
  }

  async findOwner(
    id: string,
    now: Date,
  ): Promise<{ username: string; capabilities: readonly string[] } | undefined> {
    return this.#db
      .selectFrom('api_tokens')
      .innerJoin('users', 'users.username', 'api_tokens.username')
      .innerJoin('roles', 'roles.name', 'users.role')
      .select(['users.username', 'roles.capabilities'])
      .where('api_tokens.id', '=', id)
      .where('api_tokens.expires_at', '>', now)
      .executeTakeFirst();
  }

  /** Newest first. */
  async list(username: string, now: Date): Promise<TokenRecord[]> {
    const rows = await this.#db
      .selectFrom('api_tokens')
      .select(recordColumns)
      .where('username', '=', username)
      .where('expires_at', '>', now)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return rows.map(toTokenRecord);
  }

  /** Until the transaction ends, prevents concurrent inserts of tokens; false without such an enabled user. */
  async lockUser(username: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('users')
      .select('username')
      .where('username', '=', username)
      .where('enabled', '=', true)
      .forNoKeyUpdate()
      .executeTakeFirst();
    return row !== undefined;
  }

  async hasSession(id: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  }

  async count(username: string, now: Date): Promise<number> {
    const { count } = await this.#db
      .selectFrom('api_tokens')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('username', '=', username)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    return count;
  }

  async insert(record: TokenRecord, tokenHash: string): Promise<void> {
    await this.#db
      .insertInto('api_tokens')
      .values({
        id: record.id,
        token_hash: tokenHash,
        username: record.username,
        name: record.name,
        scopes: [...record.scopes],
        created_at: record.createdAt,
        expires_at: record.expiresAt,
      })
      .execute();
  }

  async touch(id: string, { at, address, unlessSince }: TokenUse): Promise<void> {
    await this.#db
      .updateTable('api_tokens')
      .set({ last_used_at: at, last_used_addr: address })
      .where('id', '=', id)
      .where((token) =>
        token.or([token('last_used_at', 'is', null), token('last_used_at', '<=', unlessSince)]),
      )
      .execute();
  }

  async remove(id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('api_tokens')
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async removeExpired(now: Date): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('api_tokens')
      .where('expires_at', '<=', now)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}

interface TokenRow {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly scopes: string[];
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly last_used_at: Date | null;
  readonly last_used_addr: string | null;
}

function toTokenRecord({ id, username, name, scopes, ...row }: TokenRow): TokenRecord {
  return {
    id,
    username,
    name,
    scopes,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    lastUsedAddr: row.last_used_addr,
  };
}
