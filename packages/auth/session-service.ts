import type { Database } from '@galley/database';
import { covers, fieldError, kernelProblems, type Actor, type Clock } from '@galley/kernel';
import { canManageUsers, requireCovers } from './authority.ts';
import { authProblems } from './problems.ts';
import { SessionReadModel, type ListedSession } from './session-read-model.ts';
import {
  SessionRevocationRepository,
  type SessionSelection,
} from './session-revocation-repository.ts';
import { isMfaComplete, toFactorState, type FactorPolicy } from './second-factor-kinds.ts';
import { normalizeUsername } from './username.ts';

export interface SessionServiceOptions extends FactorPolicy {
  readonly db: Database;
  readonly clock: Clock;
}

export interface SessionCaller {
  readonly actor: Actor;
  readonly currentSessionId: string;
}

export interface SessionRecord extends Omit<ListedSession, 'factorVerified' | 'factorKinds'> {
  /** True also when no second factor is required. */
  readonly mfaComplete: boolean;
  readonly current: boolean;
}

/** A session by id, those of a user, or all that the caller may end. */
export interface SessionChoice {
  readonly sessionId?: string | undefined;
  /** With `sessionId`, ends the session only if it belongs to this user. */
  readonly username?: string | undefined;
  readonly all?: boolean | undefined;
  readonly keepCurrent?: boolean | undefined;
}

export interface RevokedSessions {
  /** Undefined when sessions of several users, or none, ended. */
  readonly username: string | undefined;
  readonly revoked: number;
  readonly endedCurrent: boolean;
}

const maxListed = 1_000;

/** CMS-AUTH-12: one's own, and with `users.manage` those of others. */
export class SessionService {
  readonly #sessions: SessionReadModel;
  readonly #revocations: SessionRevocationRepository;
  readonly #clock: Clock;
  readonly #policy: FactorPolicy;

  constructor({ db, clock, ...policy }: SessionServiceOptions) {
    this.#sessions = new SessionReadModel(db);
    this.#revocations = new SessionRevocationRepository(db);
    this.#clock = clock;
    this.#policy = policy;
  }

  /** Last used first, at most 1,000. Throws `forbidden` for other users' sessions without `users.manage`. */
  async list({
    actor,
    currentSessionId,
    username,
  }: SessionCaller & { readonly username?: string | undefined }): Promise<SessionRecord[]> {
    const sessions = await this.#sessions.list({
      username:
        resolveUsername(actor, username) ?? (canManageUsers(actor) ? undefined : actor.username),
      now: this.#clock.now(),
      limit: maxListed,
    });
    return sessions.map(({ factorVerified, factorKinds, ...session }) => ({
      ...session,
      mfaComplete: isMfaComplete(
        this.#policy,
        { role: session.role, ...toFactorState(factorKinds) },
        factorVerified,
      ),
      current: session.id === currentSessionId,
    }));
  }

  /** Ignores invisible sessions. Throws `invalid_request` for a contradictory choice, and `forbidden`. */
  async revoke(caller: SessionCaller, choice: SessionChoice): Promise<RevokedSessions> {
    requireChoice(choice);
    const { actor, currentSessionId } = caller;
    const selection = await this.#select(actor, choice);
    if (!selection) return { username: undefined, revoked: 0, endedCurrent: false };
    const except = choice.keepCurrent ? currentSessionId : undefined;
    const ended = await this.#revocations.remove({ ...selection, except }, this.#clock.now());
    return {
      username: selection.roles || ended.length === 0 ? undefined : selection.username,
      revoked: ended.length,
      endedCurrent: ended.includes(currentSessionId),
    };
  }

  async #select(actor: Actor, choice: SessionChoice): Promise<SessionSelection | undefined> {
    const username = resolveUsername(actor, choice.username);
    const id = choice.sessionId;
    if (!canManageUsers(actor) || username === actor.username) {
      return { id, username: actor.username };
    }
    if (id === undefined && username === undefined) {
      return { username: actor.username, roles: await this.#coveredRoles(actor) };
    }
    const owner = await this.#revocations.findOwner({ id, username });
    if (!owner) return undefined;
    if (owner.username !== actor.username) {
      requireCovers(actor, owner.capabilities, owner.username);
    }
    return { id, username: owner.username };
  }

  async #coveredRoles(actor: Actor): Promise<string[]> {
    const roles = await this.#revocations.roles();
    return roles
      .filter(({ capabilities }) => covers(actor.grants, capabilities))
      .map(({ name }) => name);
  }
}

function resolveUsername(actor: Actor, username: string | undefined): string | undefined {
  if (username === undefined) return undefined;
  const name = normalizeUsername(username);
  if (name === actor.username || canManageUsers(actor)) return name;
  throw authProblems.forbidden('You may only see and end your own sessions.');
}

/** `all` excludes a session and a user. */
function requireChoice({ sessionId, username, all }: SessionChoice): void {
  const hasSessionId = sessionId !== undefined;
  if (all === true ? !hasSessionId : hasSessionId || username !== undefined) return;
  throw kernelProblems.invalid_request.at([
    fieldError('', 'exactly_one_required', { keys: ['session_id', 'username', 'all'] }),
  ]);
}
