import { unknownCapability } from './role-rules.ts';
import type { Database } from '@galley/database';
import {
  covers,
  fieldFault,
  narrowGrants,
  newId,
  newSecret,
  sha256,
  type Actor,
  type Clock,
  type FieldError,
  type FieldFault,
} from '@galley/kernel';
import { canManageUsers, requireCovers } from './authority.ts';
import { grantNames } from './grant-names.ts';
import { authProblems } from './problems.ts';
import { isMfaComplete, type FactorPolicy } from './second-factor-kinds.ts';
import { TokenRepository, type TokenRecord } from './token-repository.ts';
import { normalizeUsername } from './username.ts';

/** Tokens of users without a required second factor cannot do anything. */
export interface TokenServiceOptions extends FactorPolicy {
  readonly db: Database;
  readonly clock: Clock;
}

export interface NewTokenFields {
  readonly name: string;
  /** `*` is everything the user may do, now and later. */
  readonly scopes: readonly string[];
  /** Defaults to 90. */
  readonly expiresInDays?: number | undefined;
  readonly sessionId: string;
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
const dayMs = 24 * 60 * 60 * 1000;
const touchIntervalMilliseconds = 60_000;

/** Each look-up reads the current user and role, so that a token never exceeds its user's permissions. */
export class TokenService {
  readonly #db: Database;
  readonly #tokens: TokenRepository;
  readonly #clock: Clock;
  readonly #policy: FactorPolicy;

  constructor({ db, clock, ...policy }: TokenServiceOptions) {
    this.#db = db;
    this.#tokens = new TokenRepository(db);
    this.#clock = clock;
    this.#policy = policy;
  }

  /** Throws `invalid_fields` for a wrong scope or too many tokens, and `unauthenticated` for an ended session. */
  async create(
    actor: Actor,
    { name, scopes, expiresInDays = 90, sessionId }: NewTokenFields,
  ): Promise<{ token: string; record: TokenRecord }> {
    checkScopes(actor, scopes);
    const now = this.#clock.now();
    const token = prefix + newSecret();
    const record: TokenRecord = {
      id: newId(now.getTime()),
      username: actor.username,
      name,
      scopes: [...new Set(scopes)],
      createdAt: now,
      expiresAt: new Date(now.getTime() + expiresInDays * dayMs),
      lastUsedAt: null,
      lastUsedAddr: null,
    };
    await this.#db.transaction().execute(async (transaction) => {
      const tokens = new TokenRepository(transaction);
      // Serialises creation, so that two requests cannot both take the last slot. Changes that end sessions take the
      // same lock, so a request admitted earlier creates no token after them.
      const signedIn =
        (await tokens.lockUser(actor.username)) && (await tokens.hasSession(sessionId));
      if (!signedIn) {
        throw authProblems.unauthenticated('Your session has ended. Sign in again.');
      }
      if ((await tokens.count(actor.username, now)) >= maxTokens) throw tooManyTokens();
      await tokens.insert(record, sha256(token));
    });
    return { token, record };
  }

  /** `undefined` when the token is malformed, unknown, expired or revoked, or its user disabled or deleted. */
  async find(token: string, address: string): Promise<TokenIdentity | undefined> {
    if (!tokenPattern.test(token)) return undefined;
    const found = await this.#tokens.find(sha256(token), this.#clock.now());
    if (!found) return undefined;
    const { record, actor, factors } = found;
    this.#touch(record, address);
    return {
      id: record.id,
      actor: { ...actor, grants: narrowGrants(actor.grants, record.scopes) },
      scopes: record.scopes,
      mfaComplete: isMfaComplete(
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

  /** Throws `forbidden` for a user with further permissions, and `not_found` for an unknown or invisible token. */
  async revoke(actor: Actor, id: string): Promise<void> {
    const owner = await this.#tokens.findOwner(id, this.#clock.now());
    const isOwn = owner?.username === actor.username;
    if (!owner || !(isOwn || canManageUsers(actor))) throw tokenNotFound();
    if (!isOwn) requireCovers(actor, owner.capabilities, owner.username);
    if (!(await this.#tokens.remove(id))) throw tokenNotFound();
  }

  async removeExpired(): Promise<number> {
    return this.#tokens.removeExpired(this.#clock.now());
  }

  /** Writes at most once a minute, so that busy programs cause few writes. */
  #touch({ id, lastUsedAt }: TokenRecord, address: string): void {
    const at = this.#clock.now();
    const unlessSince = new Date(at.getTime() - touchIntervalMilliseconds);
    if (lastUsedAt && lastUsedAt > unlessSince) return;
    // Informational: requests neither wait for the write nor fail with it.
    this.#tokens.touch(id, { at, address, unlessSince }).catch(() => undefined);
  }
}

function checkScopes(actor: Actor, scopes: readonly string[]): void {
  const errors = scopes.flatMap((scope, index): FieldError[] => {
    const fault = checkScope(actor, scope);
    return fault ? [{ path: `scopes.${index}`, ...fault }] : [];
  });
  if (errors.length > 0) throw authProblems.invalid_fields.at(errors);
}

function checkScope({ grants }: Actor, scope: string): FieldFault | undefined {
  if (scope === '*') return undefined;
  if (!grantNames.includes(scope)) return unknownCapability(scope);
  if (covers(grants, [scope])) return undefined;
  const own = `${scope}.own`;
  return fieldFault('not_granted', {
    capability: scope,
    nearest: grants.has(own) ? own : undefined,
  });
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
