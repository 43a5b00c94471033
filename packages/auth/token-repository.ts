import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { toFactorState, type FactorState } from './second-factor-kinds.ts';
import { factorKinds } from './second-factor-repository.ts';
import { isServiceAccount, withoutDecisions, type Actor } from '@galley/kernel';
import { toActor } from './user-repository.ts';

export interface TokenRecord {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** The person who had the secret first. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
  /** Address, or the /64 of an IPv6 address. */
  readonly lastUsedAddr: string | null;
  /** Canonical addresses and networks; empty for any. */
  readonly addressRanges: readonly string[];
  readonly rotatedAt: Date | null;
  /** While the secret before the last rotation is valid. */
  readonly previous: { readonly expiresAt: Date; readonly lastUsedAt: Date | null } | null;
}

export interface FoundToken {
  readonly record: TokenRecord;
  /** All grants of the role, regardless of the token's scopes. */
  readonly actor: Actor;
  readonly factors: FactorState;
  /** Found by the secret before the last rotation. */
  readonly isPrevious: boolean;
}

export interface TokenUse {
  readonly at: Date;
  readonly network: string;
  readonly isPrevious: boolean;
  /** Skips the write when a use after this time is stored. */
  readonly unlessSince: Date;
}

export interface Rotation {
  readonly tokenHash: string;
  readonly at: Date;
  readonly expiresAt: Date;
  /** The secret so far ends at once when this is not in the future. */
  readonly previousExpiresAt: Date;
}

export interface TokenOwner {
  readonly username: string;
  readonly capabilities: readonly string[];
}

export const recordColumns = [
  'api_tokens.id',
  'api_tokens.username',
  'api_tokens.name',
  'api_tokens.scopes',
  'api_tokens.created_by',
  'api_tokens.created_at',
  'api_tokens.expires_at',
  'api_tokens.last_used_at',
  'api_tokens.last_used_addr',
  'api_tokens.address_ranges',
  'api_tokens.rotated_at',
  'api_tokens.previous_expires_at',
  'api_tokens.previous_used_at',
] as const;

/** Stored by SHA-256. Expired and revoked tokens are treated as deleted. */
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
      .select(sql<boolean>`api_tokens.token_hash <> ${tokenHash}`.as('is_previous'))
      .select(
        sql<
          string[]
        >`array(select username from service_token_holders where service = users.username order by 1)`.as(
          'holders',
        ),
      )
      .where((token) =>
        token.or([
          token('api_tokens.token_hash', '=', tokenHash),
          token.and([
            token('api_tokens.previous_hash', '=', tokenHash),
            token('api_tokens.previous_expires_at', '>', now),
          ]),
        ]),
      )
      .where('api_tokens.expires_at', '>', now)
      .where('api_tokens.revoked_at', 'is', null)
      .where('users.enabled', '=', true)
      .executeTakeFirst();
    if (!row) return undefined;
    const actor = toActor({ ...row, name: row.user_name });
    const isService = isServiceAccount(row.username);
    return {
      record: toTokenRecord(row, now),
      actor: isService ? serviceActor(actor, row.holders) : actor,
      factors: toFactorState(row.factor_kinds),
      isPrevious: row.is_previous,
    };
  }

  /** With `revoked`, only of a token that this person has revoked since then. */
  async findOwner(
    id: string,
    now: Date,
    revoked?: { readonly by: string; readonly since: Date },
  ): Promise<TokenOwner | undefined> {
    return this.#db
      .selectFrom('api_tokens')
      .innerJoin('users', 'users.username', 'api_tokens.username')
      .innerJoin('roles', 'roles.name', 'users.role')
      .select(['users.username', 'roles.capabilities'])
      .where('api_tokens.id', '=', id)
      .where('api_tokens.expires_at', '>', now)
      .$if(revoked === undefined, (query) => query.where('api_tokens.revoked_at', 'is', null))
      .$if(revoked !== undefined, (query) =>
        query
          .where('api_tokens.revoked_by', '=', revoked!.by)
          .where('api_tokens.revoked_at', '>', revoked!.since),
      )
      .executeTakeFirst();
  }

  /** Newest first. */
  async list(username: string, now: Date): Promise<TokenRecord[]> {
    const rows = await this.#db
      .selectFrom('api_tokens')
      .select(recordColumns)
      .where('username', '=', username)
      .where('expires_at', '>', now)
      .where('revoked_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return rows.map((row) => toTokenRecord(row, now));
  }

  /** Until the transaction ends, no other one changes the token. */
  async lock(id: string, now: Date): Promise<TokenRecord | undefined> {
    const row = await this.#db
      .selectFrom('api_tokens')
      .select(recordColumns)
      .where('id', '=', id)
      .where('expires_at', '>', now)
      .where('revoked_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    return row && toTokenRecord(row, now);
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
      .where('revoked_at', 'is', null)
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
        created_by: record.createdBy,
        created_at: record.createdAt,
        expires_at: record.expiresAt,
        address_ranges: [...record.addressRanges],
      })
      .execute();
  }

  /** ADD-SVC-3: counts for all that the account writes from now on. */
  async addHolder(service: string, username: string, since: Date): Promise<void> {
    await this.#db
      .insertInto('service_token_holders')
      .values({ service, username, since })
      .onConflict((conflict) => conflict.columns(['service', 'username']).doNothing())
      .execute();
  }

  /** An earlier secret that is still valid ends. */
  async rotate(id: string, rotation: Rotation): Promise<void> {
    const { tokenHash, at, expiresAt, previousExpiresAt } = rotation;
    const isKept = previousExpiresAt > at;
    await this.#db
      .updateTable('api_tokens')
      .set((token) => ({
        token_hash: tokenHash,
        rotated_at: at,
        expires_at: expiresAt,
        previous_hash: isKept ? token.ref('token_hash') : token.lit(null),
        previous_expires_at: isKept ? previousExpiresAt : null,
        previous_used_at: isKept ? token.ref('last_used_at') : token.lit(null),
        last_used_at: null,
        last_used_addr: null,
        warned_days: null,
      }))
      .where('id', '=', id)
      .execute();
  }

  async endPrevious(id: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('api_tokens')
      .set({ previous_hash: null, previous_expires_at: null, previous_used_at: null })
      .where('id', '=', id)
      .where('previous_hash', 'is not', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async touch(id: string, { at, network, isPrevious, unlessSince }: TokenUse): Promise<void> {
    const column = isPrevious ? 'previous_used_at' : 'last_used_at';
    await this.#db
      .updateTable('api_tokens')
      .set(isPrevious ? { previous_used_at: at } : { last_used_at: at, last_used_addr: network })
      .where('id', '=', id)
      .where((token) => token.or([token(column, 'is', null), token(column, '<=', unlessSince)]))
      .execute();
  }

  async revoke(
    id: string,
    { by, at }: { readonly by: string; readonly at: Date },
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('api_tokens')
      .set({ revoked_at: at, revoked_by: by })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async restore(id: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('api_tokens')
      .set({ revoked_at: null, revoked_by: null })
      .where('id', '=', id)
      .where('revoked_at', 'is not', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Expired tokens, and those revoked before `revokedBefore`. */
  async removeEnded(now: Date, revokedBefore: Date): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('api_tokens')
      .where((token) =>
        token.or([token('expires_at', '<=', now), token('revoked_at', '<=', revokedBefore)]),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}

function serviceActor(actor: Actor, holders: readonly string[]): Actor {
  return { ...actor, grants: withoutDecisions(actor.grants), onBehalfOf: holders };
}

interface TokenRow {
  id: string;
  username: string;
  name: string;
  scopes: string[];
  created_by: string | null;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  last_used_addr: string | null;
  address_ranges: string[];
  rotated_at: Date | null;
  previous_expires_at: Date | null;
  previous_used_at: Date | null;
}

export function toTokenRecord(row: TokenRow, now: Date): TokenRecord {
  const { previous_expires_at: previousExpiresAt } = row;
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    scopes: row.scopes,
    createdBy: row.created_by ?? row.username,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    lastUsedAddr: row.last_used_addr,
    addressRanges: row.address_ranges,
    rotatedAt: row.rotated_at,
    previous:
      previousExpiresAt && previousExpiresAt > now
        ? { expiresAt: previousExpiresAt, lastUsedAt: row.previous_used_at }
        : null,
  };
}
