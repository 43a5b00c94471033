import type { Database } from '@galley/database';
import {
  isServiceAccount,
  isWithinRanges,
  narrowGrants,
  networkOf,
  newId,
  newSecret,
  sha256,
  withoutDecisions,
  type Actor,
  type Clock,
} from '@galley/kernel';
import { AccountRepository } from './account-repository.ts';
import { canManageUsers, requireCovers } from './authority.ts';
import { authProblems } from './problems.ts';
import { isMfaComplete, type FactorPolicy } from './second-factor-kinds.ts';
import {
  TokenOverviewReadModel,
  type OverviewPage,
  type TokenFilter,
} from './token-overview-read-model.ts';
import { TokenRepository, type TokenOwner, type TokenRecord } from './token-repository.ts';
import { dayMs, lifetimeErrors, parseTokenWishes, type TokenWishes } from './token-rules.ts';
import { normalizeUsername } from './username.ts';

/** Tokens of users without a required second factor cannot do anything. */
export interface TokenServiceOptions extends FactorPolicy {
  readonly db: Database;
  readonly clock: Clock;
  /** Limit for new and rotated tokens. Defaults to 366 days. */
  readonly maxLifetimeMs?: number;
}

export interface NewTokenFields extends TokenWishes {
  readonly name: string;
  /** User name of the service account that the token is for; by default, it is for the actor. */
  readonly service?: string | undefined;
  readonly sessionId: string;
}

export interface TokenRotation {
  readonly id: string;
  /** For how long the secret so far stays valid, at most until its end; 0 ends it at once. */
  readonly overlapHours: number;
  /** Defaults to the lifetime so far. */
  readonly expiresInDays?: number | undefined;
  readonly sessionId: string;
}

/** `token` is shown once: only its hash is stored. */
export interface IssuedToken {
  readonly token: string;
  readonly record: TokenRecord;
}

export interface TokenIdentity {
  /** For lists; grants no access. */
  readonly id: string;
  /** Limited to the token's scopes. */
  readonly actor: Actor;
  readonly scopes: readonly string[];
  readonly mfaComplete: boolean;
}

const prefix = 'galley_';
/** Prefix and 256 bits in base64url. */
const tokenPattern = /^galley_[A-Za-z0-9_-]{43}$/;
const maxTokens = 100;
const hourMs = 60 * 60 * 1000;
const touchIntervalMilliseconds = 60_000;
/** Within this time, whoever revoked a token can restore it. */
const restorableMs = 10 * 60_000;

/** Each look-up reads the current user and role, so that a token never exceeds its user's permissions. */
export class TokenService {
  readonly #db: Database;
  readonly #tokens: TokenRepository;
  readonly #clock: Clock;
  readonly #policy: FactorPolicy;
  readonly maxDays: number;

  constructor({ db, clock, maxLifetimeMs = 366 * dayMs, ...policy }: TokenServiceOptions) {
    this.#db = db;
    this.#tokens = new TokenRepository(db);
    this.#clock = clock;
    this.#policy = policy;
    this.maxDays = Math.floor(maxLifetimeMs / dayMs);
  }

  /**
   * Throws `invalid_fields` for wrong scopes, ranges and lifetimes, and too many tokens, `unauthenticated` for an ended
   * session, and for services `not_found` and `forbidden`.
   */
  async create(
    actor: Actor,
    { name, service, sessionId, ...wishes }: NewTokenFields,
  ): Promise<IssuedToken> {
    const owner = service === undefined ? actor : await this.#requireService(actor, service);
    const limits = { grants: owner.grants, maxDays: this.maxDays };
    const { scopes, days, addressRanges } = parseTokenWishes(wishes, limits);
    const now = this.#clock.now();
    const token = prefix + newSecret();
    const record: TokenRecord = {
      id: newId(now.getTime()),
      username: owner.username,
      name,
      scopes,
      createdBy: actor.username,
      createdAt: now,
      expiresAt: new Date(now.getTime() + days * dayMs),
      lastUsedAt: null,
      lastUsedAddr: null,
      addressRanges,
      rotatedAt: null,
      previous: null,
    };
    await this.#db.transaction().execute(async (transaction) => {
      const tokens = new TokenRepository(transaction);
      await requireSession(tokens, { actor, owner: owner.username, sessionId });
      if ((await tokens.count(owner.username, now)) >= maxTokens) throw tooManyTokens();
      await tokens.insert(record, sha256(token));
      if (service !== undefined) await tokens.addHolder(owner.username, actor.username, now);
    });
    return { token, record };
  }

  /**
   * Issues another secret (ADD-SVC-6). Throws `not_found`, `forbidden` for the token of another person, and
   * `invalid_fields`.
   */
  async rotate(
    actor: Actor,
    { id, overlapHours, expiresInDays, sessionId }: TokenRotation,
  ): Promise<IssuedToken> {
    const owner = await this.#requireOwner(actor, id);
    if (owner.username !== actor.username && !isServiceAccount(owner.username))
      throw authProblems.forbidden('Only its owner can rotate this token. You can revoke it.');
    if (expiresInDays !== undefined) {
      const errors = lifetimeErrors(expiresInDays, this.maxDays);
      if (errors.length > 0) throw authProblems.invalid_fields.at(errors);
    }
    const token = prefix + newSecret();
    const record = await this.#db.transaction().execute(async (transaction) => {
      const tokens = new TokenRepository(transaction);
      await requireSession(tokens, { actor, owner: owner.username, sessionId });
      const at = this.#clock.now();
      const found = await tokens.lock(id, at);
      if (!found) throw tokenNotFound();
      const days = expiresInDays ?? Math.min(lifetimeDays(found), this.maxDays);
      const overlapEnd = Math.min(at.getTime() + overlapHours * hourMs, found.expiresAt.getTime());
      await tokens.rotate(id, {
        tokenHash: sha256(token),
        at,
        expiresAt: new Date(at.getTime() + days * dayMs),
        previousExpiresAt: new Date(overlapEnd),
      });
      if (isServiceAccount(owner.username))
        await tokens.addHolder(owner.username, actor.username, at);
      return (await tokens.lock(id, at))!;
    });
    return { token, record };
  }

  /** Ends the secret before the last rotation. Throws `forbidden`, and `not_found` also without such a secret. */
  async endPrevious(actor: Actor, id: string): Promise<void> {
    await this.#requireOwner(actor, id);
    if (!(await this.#tokens.endPrevious(id)))
      throw authProblems.not_found('The earlier secret of this token has already ended.');
  }

  /**
   * `undefined` when the token is malformed, unknown, expired or revoked, or its user disabled or deleted, or when it
   * may not be used from this address.
   */
  async find(token: string, address: string): Promise<TokenIdentity | undefined> {
    if (!tokenPattern.test(token)) return undefined;
    const found = await this.#tokens.find(sha256(token), this.#clock.now());
    if (!found) return undefined;
    const { record, actor, factors, isPrevious } = found;
    const { addressRanges } = record;
    if (addressRanges.length > 0 && !isWithinRanges(address, addressRanges)) return undefined;
    this.#touch(record, { address, isPrevious });
    return {
      id: record.id,
      actor: { ...actor, grants: narrowGrants(actor.grants, record.scopes) },
      scopes: record.scopes,
      mfaComplete:
        isServiceAccount(actor.username) ||
        isMfaComplete(
          this.#policy,
          { role: actor.role, ...factors },
          factors.hasTotp || factors.hasPasskey,
        ),
    };
  }

  /** Newest first. Throws `forbidden` for another user's tokens without `users.manage`. */
  async list(actor: Actor, username = actor.username): Promise<TokenRecord[]> {
    const name = normalizeUsername(username);
    if (name !== actor.username && !canManageUsers(actor)) {
      throw authProblems.forbidden('You may only see your own tokens.');
    }
    return this.#tokens.list(name, this.#clock.now());
  }

  /** Tokens of all people and service accounts, newest first (ADD-SVC-7). Throws `forbidden`. */
  async overview(actor: Actor, filter: TokenFilter): Promise<OverviewPage> {
    if (!canManageUsers(actor)) throw authProblems.forbidden('You may only see your own tokens.');
    return new TokenOverviewReadModel(this.#db).list(filter, this.#clock.now());
  }

  /** Throws `forbidden` for a user with further permissions, and `not_found` for an unknown or invisible token. */
  async revoke(actor: Actor, id: string): Promise<void> {
    const revoked = await this.revokeMany(actor, [id]);
    if (revoked.length === 0) throw tokenNotFound();
  }

  /**
   * All of them, or none if a user has further permissions (`forbidden`). Unknown and invisible tokens are skipped.
   * Returns the ids of the revoked ones.
   */
  revokeMany(actor: Actor, ids: readonly string[]): Promise<string[]> {
    const at = this.#clock.now();
    return this.#forEach(ids, async (tokens, id) => {
      const owner = await tokens.findOwner(id, at);
      if (!owner || !mayAct(actor, owner)) return false;
      requireAuthority(actor, owner);
      return tokens.revoke(id, { by: actor.username, at });
    });
  }

  /** Undoes revocations by the actor in the last ten minutes (ADD-SVC-8). Skips all other tokens. */
  restore(actor: Actor, ids: readonly string[]): Promise<string[]> {
    const now = this.#clock.now();
    const revoked = { by: actor.username, since: restorableSince(now) };
    return this.#forEach(ids, async (tokens, id) => {
      const owner = await tokens.findOwner(id, now, revoked);
      if (!owner || !mayAct(actor, owner)) return false;
      requireAuthority(actor, owner);
      return tokens.restore(id);
    });
  }

  /** Also removes revoked tokens that can no longer be restored. */
  async removeExpired(): Promise<number> {
    const now = this.#clock.now();
    return this.#tokens.removeEnded(now, restorableSince(now));
  }

  #forEach(
    ids: readonly string[],
    change: (tokens: TokenRepository, id: string) => Promise<boolean>,
  ): Promise<string[]> {
    return this.#db.transaction().execute(async (transaction) => {
      const tokens = new TokenRepository(transaction);
      const changed: string[] = [];
      // The same order in all transactions, against deadlocks.
      for (const id of new Set(ids.toSorted())) if (await change(tokens, id)) changed.push(id);
      return changed;
    });
  }

  async #requireOwner(actor: Actor, id: string): Promise<TokenOwner> {
    const owner = await this.#tokens.findOwner(id, this.#clock.now());
    if (!owner || !mayAct(actor, owner)) throw tokenNotFound();
    requireAuthority(actor, owner);
    return owner;
  }

  /** A token of the account can do all that the account may do. */
  async #requireService(
    actor: Actor,
    input: string,
  ): Promise<{ readonly username: string; readonly grants: ReadonlySet<string> }> {
    const username = normalizeUsername(input);
    if (!canManageUsers(actor))
      throw authProblems.forbidden('Tokens of service accounts require users.manage.');
    const account = isServiceAccount(username)
      ? await new AccountRepository(this.#db).findAny(username)
      : undefined;
    if (!account) throw authProblems.not_found(`There is no service account "${username}".`);
    requireCovers(actor, account.capabilities, `The account ${username}`);
    if (!account.enabled)
      throw authProblems.forbidden('This service account is disabled. Enable it first.');
    return { username, grants: withoutDecisions(account.capabilities) };
  }

  /** Writes at most once a minute, so that busy programs cause few writes. */
  #touch(
    { id, lastUsedAt, previous }: TokenRecord,
    { address, isPrevious }: { readonly address: string; readonly isPrevious: boolean },
  ): void {
    const at = this.#clock.now();
    const unlessSince = new Date(at.getTime() - touchIntervalMilliseconds);
    const known = isPrevious ? previous?.lastUsedAt : lastUsedAt;
    if (known && known > unlessSince) return;
    const use = { at, network: networkOf(address), isPrevious, unlessSince };
    // Informational: requests neither wait for the write nor fail with it.
    this.#tokens.touch(id, use).catch(() => undefined);
  }
}

/**
 * Serialises creation, so that two requests cannot both take the last slot. Changes that end sessions take the same
 * lock, so a request admitted earlier creates no token after them.
 */
async function requireSession(
  tokens: TokenRepository,
  {
    actor,
    owner,
    sessionId,
  }: { readonly actor: Actor; readonly owner: string; readonly sessionId: string },
): Promise<void> {
  const names = [...new Set([actor.username, owner])].toSorted();
  for (const name of names) if (!(await tokens.lockUser(name))) throw sessionEnded();
  if (!(await tokens.hasSession(sessionId))) throw sessionEnded();
}

function mayAct(actor: Actor, { username }: TokenOwner): boolean {
  return username === actor.username || canManageUsers(actor);
}

function requireAuthority(actor: Actor, { username, capabilities }: TokenOwner): void {
  if (username !== actor.username) requireCovers(actor, capabilities, username);
}

function lifetimeDays({ createdAt, rotatedAt, expiresAt }: TokenRecord): number {
  return Math.max(
    1,
    Math.round((expiresAt.getTime() - (rotatedAt ?? createdAt).getTime()) / dayMs),
  );
}

function restorableSince(now: Date): Date {
  return new Date(now.getTime() - restorableMs);
}

function sessionEnded(): Error {
  return authProblems.unauthenticated('Your session has ended. Sign in again.');
}

function tooManyTokens(): Error {
  return authProblems.invalid_fields(
    `You have reached the limit of ${maxTokens} tokens. Revoke one that you no longer need.`,
  );
}

function tokenNotFound(): Error {
  return authProblems.not_found(
    'There is no such token. It may have been revoked already, or have expired.',
  );
}
