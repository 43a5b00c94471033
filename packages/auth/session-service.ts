import type { Database } from '@galley/database';
import { covers, kernelProblems, type Actor, type Clock } from '@galley/kernel';
import { managesUsers, requireCovers } from './authority.ts';
import { authProblems } from './problems.ts';
import { SessionReadModel, type ListedSession } from './session-read-model.ts';
import {
  SessionRevocationRepository,
  type SessionSelection,
} from './session-revocation-repository.ts';
import { normalizeUsername } from './username.ts';

export interface SessionServiceOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** Whether the site demands a second factor of everybody. */
  readonly requireMfa: boolean;
}

/** Who asks, and by which session. */
export interface SessionCaller {
  readonly actor: Actor;
  readonly currentSessionId: string;
}

export interface SessionRecord extends Omit<ListedSession, 'factorVerified' | 'hasSecondFactor'> {
  /** No second factor is due, or it was verified. */
  readonly mfaComplete: boolean;
  /** The caller's own. */
  readonly current: boolean;
}

/** Which sessions to end: one by its id, those of a user, or all that the caller may end. */
export interface SessionChoice {
  readonly sessionId?: string | undefined;
  /** With `sessionId`, the session is ended only if it is this user's. */
  readonly username?: string | undefined;
  readonly all?: boolean | undefined;
  /** Spares the caller's own session. */
  readonly keepCurrent?: boolean | undefined;
}

export interface RevokedSessions {
  /** Whose they were; undefined when they were of more than one user, or of nobody. */
  readonly username: string | undefined;
  /** How many living sessions were ended. */
  readonly revoked: number;
  /** Whether the caller's own is among them. */
  readonly endedCurrent: boolean;
}

const mostListed = 1_000;

/** Sessions as people see and end them (CMS-AUTH-12): their own, and with `users.manage` those of others. */
export class SessionService {
  readonly #sessions: SessionReadModel;
  readonly #revocations: SessionRevocationRepository;
  readonly #clock: Clock;
  readonly #requireMfa: boolean;

  constructor({ db, clock, requireMfa }: SessionServiceOptions) {
    this.#sessions = new SessionReadModel(db);
    this.#revocations = new SessionRevocationRepository(db);
    this.#clock = clock;
    this.#requireMfa = requireMfa;
  }

  /**
   * Living sessions, last used first, at most a thousand: of one user, or all that the caller may see.
   * Throws `forbidden` for somebody else's without `users.manage`.
   */
  async list({
    actor,
    currentSessionId,
    username,
  }: SessionCaller & { readonly username?: string | undefined }): Promise<SessionRecord[]> {
    const sessions = await this.#sessions.list({
      username: chosenUser(actor, username) ?? (managesUsers(actor) ? undefined : actor.username),
      now: this.#clock.now(),
      limit: mostListed,
    });
    return sessions.map(({ factorVerified, hasSecondFactor, ...session }) => ({
      ...session,
      mfaComplete: factorVerified || !(hasSecondFactor || this.#requireMfa),
      current: session.id === currentSessionId,
    }));
  }

  /**
   * Ends the chosen sessions; ones that are not there, or that the caller may not see, count as none.
   * Throws `invalid_request` for no choice or a contradictory one, and `forbidden` for another user's sessions
   * without `users.manage`, or of one who may do more than the caller.
   */
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
    const username = chosenUser(actor, choice.username);
    const id = choice.sessionId;
    if (!managesUsers(actor) || username === actor.username) {
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

function chosenUser(actor: Actor, username: string | undefined): string | undefined {
  if (username === undefined) return undefined;
  const name = normalizeUsername(username);
  if (name === actor.username || managesUsers(actor)) return name;
  throw authProblems.forbidden('You may see and end your own sessions only, not those of others.');
}

/** Everything is ended only when it is asked for, and nothing else is. */
function requireChoice({ sessionId, username, all }: SessionChoice): void {
  const isOne = sessionId !== undefined;
  if (all === true ? !isOne : isOne || username !== undefined) return;
  const message = 'Say which: session_id, username, or all: true.';
  throw kernelProblems.invalid_request(message, { errors: [{ path: '', message }] });
}
