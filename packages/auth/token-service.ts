import type { Database } from '@galley/database';
import {
  covers,
  narrowGrants,
  newId,
  newSecret,
  sha256,
  type Actor,
  type Clock,
  type FieldError,
} from '@galley/kernel';
import { managesUsers, requireCovers } from './authority.ts';
import { grantNames, nearestGrant } from './grant-names.ts';
import { authProblems } from './problems.ts';
import { TokenRepository, type TokenRecord } from './token-repository.ts';
import { normalizeUsername } from './username.ts';

export interface TokenServiceOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** Whether the site demands a second factor; without one, its users' tokens can do nothing. */
  readonly requireMfa: boolean;
}

export interface NewTokenFields {
  /** What the person calls it. */
  readonly name: string;
  /** Capabilities, their `.own` variants, or `*`: all that the user may, now and later. */
  readonly scopes: readonly string[];
  /** 90 when absent. */
  readonly expiresInDays?: number | undefined;
  /** The session that it is made in. */
  readonly sessionId: string;
}

/** Who calls with a token, as of now. */
export interface TokenIdentity {
  /** For lists; opens nothing. */
  readonly id: string;
  /** Granted what the role grants within the token's scopes. */
  readonly actor: Actor;
  /** As the person chose them. */
  readonly scopes: readonly string[];
  readonly mfaComplete: boolean;
}

const prefix = 'galley_';
/** The prefix, and 256 bits in base64url. */
const form = /^galley_[A-Za-z0-9_-]{43}$/;
const mostTokens = 100;
const dayMilliseconds = 24 * 60 * 60 * 1000;
const touchIntervalMilliseconds = 60_000;

/**
 * Personal API tokens. Nothing about the user is kept in them: every look-up reads the user and the role anew, so
 * that a token never does more than its user may at that moment, in every process.
 */
export class TokenService {
  readonly #db: Database;
  readonly #tokens: TokenRepository;
  readonly #clock: Clock;
  readonly #requireMfa: boolean;

  constructor({ db, clock, requireMfa }: TokenServiceOptions) {
    this.#db = db;
    this.#tokens = new TokenRepository(db);
    this.#clock = clock;
    this.#requireMfa = requireMfa;
  }

  /**
   * A token for the actor; nothing can show it again. Throws `invalid_fields` for a scope that there is not or that
   * the actor does not have, and when they have a hundred tokens; `unauthenticated` when the session has ended since.
   */
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
      expiresAt: new Date(now.getTime() + expiresInDays * dayMilliseconds),
      lastUsedAt: null,
      lastUsedAddr: null,
    };
    await this.#db.transaction().execute(async (transaction) => {
      const tokens = new TokenRepository(transaction);
      // One after the other, so that two at once do not both take the last place.
      // What ends sessions holds the same lock: no token is made after it by a request that was let in before.
      const signedIn =
        (await tokens.lockUser(actor.username)) && (await tokens.hasSession(sessionId));
      if (!signedIn) {
        throw authProblems.unauthenticated('Your session has ended meanwhile. Sign in again.');
      }
      if ((await tokens.count(actor.username, now)) >= mostTokens) throw tooMany();
      await tokens.insert(record, sha256(token));
    });
    return { token, record };
  }

  /**
   * Who calls with this token. Undefined when it is malformed, unknown, expired or revoked, or its user is disabled
   * or gone.
   */
  async find(token: string, address: string): Promise<TokenIdentity | undefined> {
    if (!form.test(token)) return undefined;
    const found = await this.#tokens.find(sha256(token), this.#clock.now());
    if (!found) return undefined;
    const { record, actor, hasSecondFactor } = found;
    this.#touch(record, address);
    return {
      id: record.id,
      actor: { ...actor, grants: narrowGrants(actor.grants, record.scopes) },
      scopes: record.scopes,
      mfaComplete: !this.#requireMfa || hasSecondFactor,
    };
  }

  /** Living tokens, newest first. Throws `forbidden` for somebody else's without `users.manage`. */
  async list(actor: Actor, username = actor.username): Promise<TokenRecord[]> {
    const name = normalizeUsername(username);
    if (name !== actor.username && !managesUsers(actor)) {
      throw authProblems.forbidden('You may see your own tokens only, not those of other users.');
    }
    return this.#tokens.list(name, this.#clock.now());
  }

  /**
   * Ends a token of the actor's own, or with `users.manage` of anybody who may do no more than the actor.
   * Throws `forbidden`, and `not_found` for what is not there and for what the actor may not see.
   */
  async revoke(actor: Actor, id: string): Promise<void> {
    const owner = await this.#tokens.findOwner(id, this.#clock.now());
    const isOwn = owner?.username === actor.username;
    if (!owner || !(isOwn || managesUsers(actor))) throw tokenNotFound();
    if (!isOwn) requireCovers(actor, owner.capabilities, owner.username);
    if (!(await this.#tokens.remove(id))) throw tokenNotFound();
  }

  /** Deletes the tokens that have expired, and returns how many there were. */
  async removeExpired(): Promise<number> {
    return this.#tokens.removeExpired(this.#clock.now());
  }

  /** Writes at most once a minute, so that a program that calls all the time does not write all the time. */
  #touch({ id, lastUsedAt }: TokenRecord, address: string): void {
    const at = this.#clock.now();
    const notSince = new Date(at.getTime() - touchIntervalMilliseconds);
    if (lastUsedAt && lastUsedAt > notSince) return;
    // For people to look at, no more: a request neither waits for it nor fails with it.
    this.#tokens.touch(id, { at, address, notSince }).catch(() => undefined);
  }
}

function checkScopes(actor: Actor, scopes: readonly string[]): void {
  const errors = scopes.flatMap((scope, index): FieldError[] => {
    const message = checkScope(actor, scope);
    return message === undefined ? [] : [{ path: `scopes.${index}`, message }];
  });
  if (errors.length === 0) return;
  const messages = new Set(errors.map(({ message }) => message));
  throw authProblems.invalid_fields([...messages].join(' '), { errors });
}

function checkScope({ grants }: Actor, scope: string): string | undefined {
  if (scope === '*') return undefined;
  if (!grantNames.includes(scope)) {
    const nearest = nearestGrant(scope);
    const instead = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
    return `There is no capability "${scope}".${instead}`;
  }
  if (covers(grants, [scope])) return undefined;
  const own = `${scope}.own`;
  return `Your role does not have ${scope}.${grants.has(own) ? ` It has ${own}.` : ''}`;
}

function tooMany(): Error {
  return authProblems.invalid_fields(
    `You have ${mostTokens} tokens, and there can be no more. Revoke one that is not needed any longer.`,
  );
}

function tokenNotFound(): Error {
  return authProblems.not_found(
    'There is no such token. It may have been revoked already, or have expired.',
  );
}
