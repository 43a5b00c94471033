import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { newId, sha256, type Actor, type Clock } from '@galley/kernel';
import { authProblems } from './problems.ts';
import { toActor } from './user-repository.ts';

/** A living session and who it belongs to, as of now. */
export interface SessionIdentity {
  /** For session lists; opens nothing. */
  readonly id: string;
  readonly actor: Actor;
  readonly csrfToken: string;
  /** The user has a second factor that is enabled. */
  readonly hasSecondFactor: boolean;
  /** It was verified in this session. */
  readonly factorVerified: boolean;
  /** It was, or the user has none and the site demands none: without it, a session can hardly do anything. */
  readonly mfaComplete: boolean;
  /** When the person last proved that it is they: at sign-in, or since. */
  readonly confirmedAt: Date;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  readonly absoluteExpiresAt: Date;
}

export interface NewSession {
  readonly username: string;
  /** As of when the password was checked, or as the change gave it that the session is renewed for. */
  readonly securityVersion: number;
  readonly factorVerified: boolean;
  readonly csrfToken: string;
  readonly remoteAddr: string;
  readonly userAgent: string;
}

export interface SessionRepositoryOptions {
  readonly clock: Clock;
  /** Rolling: how long a session lives after it was last used. */
  readonly ttlMilliseconds: number;
  /** How long it lives however much it is used. */
  readonly absoluteTtlMilliseconds: number;
  /** Whether the site demands a second factor of everybody. */
  readonly requireMfa: boolean;
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
  readonly #options: SessionRepositoryOptions;
  readonly #touchInterval: number;

  constructor(db: Database, options: SessionRepositoryOptions) {
    this.#db = db;
    this.#options = options;
    // A session that lives for a minute or less would end between two touches that are a minute apart.
    this.#touchInterval = Math.min(longestTouchInterval, options.ttlMilliseconds / 2);
  }

  /** Undefined when the session is unknown, expired or revoked, or its user is disabled or gone. */
  async find(token: string): Promise<SessionIdentity | undefined> {
    const row = await this.#db
      .selectFrom('sessions')
      .innerJoin('users', 'users.username', 'sessions.username')
      .innerJoin('roles', 'roles.name', 'users.role')
      .selectAll('sessions')
      .select(['users.name', 'users.email', 'users.role', 'roles.capabilities'])
      .select((session) =>
        session
          .exists(
            session
              .selectFrom('credentials')
              .select('credentials.id')
              .whereRef('credentials.username', '=', 'sessions.username')
              .where('credentials.kind', '=', 'totp'),
          )
          .as('has_second_factor'),
      )
      .where('sessions.token_hash', '=', sha256(token))
      .where('sessions.expires_at', '>', this.#options.clock.now())
      .where('users.enabled', '=', true)
      .executeTakeFirst();
    if (!row) return undefined;
    const hasSecondFactor = Boolean(row.has_second_factor);
    const factorIsDue = hasSecondFactor || this.#options.requireMfa;
    return {
      id: row.id,
      actor: toActor(row),
      csrfToken: row.csrf_token,
      hasSecondFactor,
      factorVerified: row.factor_verified,
      mfaComplete: row.factor_verified || !factorIsDue,
      confirmedAt: row.confirmed_at,
      issuedAt: row.issued_at,
      expiresAt: row.expires_at,
      absoluteExpiresAt: row.absolute_expires_at,
    };
  }

  /**
   * Makes a session for somebody who has just proved who they are, and records that they signed in.
   * Throws `unauthenticated` when they have been disabled or deleted since, or their password, role or second factor
   * was changed. Opens a transaction: not to be called within one.
   */
  async create(token: string, session: NewSession): Promise<SessionIdentity> {
    return this.#db.transaction().execute(async (transaction) => {
      const now = this.#options.clock.now();
      await claimSignIn(transaction, session, now);
      const { ttlMilliseconds, absoluteTtlMilliseconds } = this.#options;
      const lifetime = Math.min(ttlMilliseconds, absoluteTtlMilliseconds);
      await transaction
        .insertInto('sessions')
        .values({
          id: newId(now.getTime()),
          token_hash: sha256(token),
          username: session.username,
          csrf_token: session.csrfToken,
          factor_verified: session.factorVerified,
          remote_addr: session.remoteAddr,
          user_agent: session.userAgent,
          issued_at: now,
          confirmed_at: now,
          last_seen_at: now,
          expires_at: new Date(now.getTime() + lifetime),
          absolute_expires_at: new Date(now.getTime() + absoluteTtlMilliseconds),
        })
        .execute();
      return (await new SessionRepository(transaction, this.#options).find(token))!;
    });
  }

  /** Records that the person has proved once more that it is they. */
  async confirm(sessionId: string): Promise<void> {
    await this.#db
      .updateTable('sessions')
      .set({ confirmed_at: this.#options.clock.now() })
      .where('id', '=', sessionId)
      .execute();
  }

  /** Lets the rolling lifetime begin anew. Writes at most once a minute, so that reading a page writes nothing. */
  async touch(token: string): Promise<void> {
    const now = this.#options.clock.now();
    const rolled = new Date(now.getTime() + this.#options.ttlMilliseconds);
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
      .where('expires_at', '<=', this.#options.clock.now())
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}

/** Locks the user's row until the session is there: a change that ends sessions comes before, or after and ends it. */
async function claimSignIn(
  transaction: Database,
  { username, securityVersion }: NewSession,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('users')
    .set({ last_login_at: now })
    .where('username', '=', username)
    .where('enabled', '=', true)
    .where('security_version', '=', securityVersion)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  throw authProblems.unauthenticated(
    'Your account has changed while you signed in. Sign in again.',
  );
}
