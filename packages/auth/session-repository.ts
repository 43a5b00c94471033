import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { newId, sha256, type Actor, type Clock } from '@galley/kernel';
import { authProblems } from './problems.ts';
import { toActor, UserRepository } from './user-repository.ts';

/** A living session and who it belongs to, as of now. */
export interface SessionIdentity {
  /** For session lists; opens nothing. */
  readonly id: string;
  readonly actor: Actor;
  readonly csrfToken: string;
  /** No second factor is due, or it was verified. */
  readonly mfaComplete: boolean;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  readonly absoluteExpiresAt: Date;
}

export interface NewSession {
  readonly username: string;
  readonly csrfToken: string;
  readonly mfaComplete: boolean;
  readonly remoteAddr: string;
  readonly userAgent: string;
}

export interface SessionRepositoryOptions {
  readonly clock: Clock;
  /** Rolling: how long a session lives after it was last used. */
  readonly ttlMilliseconds: number;
  /** How long it lives however much it is used. */
  readonly absoluteTtlMilliseconds: number;
}

const longestTouchInterval = 60_000;

/**
 * Sessions, found by what the cookie carries and stored by its SHA-256. Nothing about the user is kept in them:
 * every look-up reads the user and the role anew, so that a change of either holds at once and in every process.
 *
 * `expires_at` never passes `absolute_expires_at`, so that it alone tells whether a session lives.
 */
export class SessionRepository {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #ttl: number;
  readonly #absoluteTtl: number;
  readonly #touchInterval: number;

  constructor(
    db: Database,
    { clock, ttlMilliseconds, absoluteTtlMilliseconds }: SessionRepositoryOptions,
  ) {
    this.#db = db;
    this.#clock = clock;
    this.#ttl = ttlMilliseconds;
    this.#absoluteTtl = absoluteTtlMilliseconds;
    // A session that lives for a minute or less would end between two touches that are a minute apart.
    this.#touchInterval = Math.min(longestTouchInterval, ttlMilliseconds / 2);
  }

  /** Undefined when the session is unknown, expired or revoked, or its user is disabled or gone. */
  async find(token: string): Promise<SessionIdentity | undefined> {
    const row = await this.#db
      .selectFrom('sessions')
      .innerJoin('users', 'users.username', 'sessions.username')
      .innerJoin('roles', 'roles.name', 'users.role')
      .selectAll('sessions')
      .select(['users.name', 'users.email', 'users.role', 'roles.capabilities'])
      .where('sessions.token_hash', '=', sha256(token))
      .where('sessions.expires_at', '>', this.#clock.now())
      .where('users.enabled', '=', true)
      .executeTakeFirst();
    return (
      row && {
        id: row.id,
        actor: toActor(row),
        csrfToken: row.csrf_token,
        mfaComplete: row.mfa_complete,
        issuedAt: row.issued_at,
        expiresAt: row.expires_at,
        absoluteExpiresAt: row.absolute_expires_at,
      }
    );
  }

  /** Throws `unauthenticated` when the user is disabled or gone. */
  async create(token: string, session: NewSession): Promise<SessionIdentity> {
    const { username, csrfToken, mfaComplete, remoteAddr, userAgent } = session;
    const actor = await new UserRepository(this.#db).findActor(username);
    if (!actor) throw authProblems.unauthenticated('This account can no longer sign in.');
    const now = this.#clock.now();
    const absoluteExpiresAt = new Date(now.getTime() + this.#absoluteTtl);
    const expiresAt = new Date(now.getTime() + Math.min(this.#ttl, this.#absoluteTtl));
    const id = newId(now.getTime());
    await this.#db
      .insertInto('sessions')
      .values({
        id,
        token_hash: sha256(token),
        username,
        csrf_token: csrfToken,
        mfa_complete: mfaComplete,
        remote_addr: remoteAddr,
        user_agent: userAgent,
        issued_at: now,
        last_seen_at: now,
        expires_at: expiresAt,
        absolute_expires_at: absoluteExpiresAt,
      })
      .execute();
    return { id, actor, csrfToken, mfaComplete, issuedAt: now, expiresAt, absoluteExpiresAt };
  }

  /** Lets the rolling lifetime begin anew. Writes at most once a minute, so that reading a page writes nothing. */
  async touch(token: string): Promise<void> {
    const now = this.#clock.now();
    const rolled = new Date(now.getTime() + this.#ttl);
    await this.#db
      .updateTable('sessions')
      .set({
        last_seen_at: now,
        expires_at: sql<Date>`least(absolute_expires_at, ${rolled}::timestamptz)`,
      })
      .where('token_hash', '=', sha256(token))
      .where('expires_at', '>', now)
      .where('last_seen_at', '<=', new Date(now.getTime() - this.#touchInterval))
      .execute();
  }

  /** Ends a session; one that has ended already is none of its business. */
  async destroy(token: string): Promise<void> {
    await this.#db.deleteFrom('sessions').where('token_hash', '=', sha256(token)).execute();
  }

  /** Deletes the sessions that have ended, and returns how many there were. */
  async removeExpired(): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('sessions')
      .where('expires_at', '<=', this.#clock.now())
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
