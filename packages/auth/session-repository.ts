import { sql } from 'kysely';
import { DomainEventRepository, type Database } from '@galley/database';
import { newId, sha256, type Actor, type Clock } from '@galley/kernel';
import { KnownDeviceRepository } from './known-device-repository.ts';
import { authProblems } from './problems.ts';
import {
  isMfaComplete,
  isPasskeyDue,
  toFactorState,
  type FactorPolicy,
} from './second-factor-kinds.ts';
import { factorKinds } from './second-factor-repository.ts';
import { toActor } from './user-repository.ts';

export interface SessionIdentity {
  /** For lists; grants no access. */
  readonly id: string;
  readonly actor: Actor;
  readonly csrfToken: string;
  readonly hasTotp: boolean;
  readonly hasPasskey: boolean;
  /** The role requires a passkey, and the person has none. */
  readonly isPasskeyDue: boolean;
  readonly factorVerified: boolean;
  /** True when the factor is verified, or neither the user nor the site requires one. */
  readonly mfaComplete: boolean;
  /** At sign-in or later. */
  readonly confirmedAt: Date;
  /** The stored time of the last use is too old. */
  readonly isTouchDue: boolean;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  readonly absoluteExpiresAt: Date;
  /** The sign-in at a provider that began the session (ADD-SSO-7). */
  readonly providerSignIn: string | undefined;
}

export interface NewSession {
  readonly username: string;
  /** At the password check, or after the change that renews the session. */
  readonly securityVersion: number;
  readonly factorVerified: boolean;
  readonly csrfToken: string;
  readonly remoteAddr: string;
  readonly userAgent: string;
  /** Tokens of the browser's cookie: the one that it sent, and the one that replaces it. Absent for a renewed session. */
  readonly device?: { readonly known: string | undefined; readonly fresh: string } | undefined;
  readonly providerSignIn?: string | undefined;
}

export interface SessionRepositoryOptions extends FactorPolicy {
  readonly clock: Clock;
  /** From the last use. */
  readonly ttlMilliseconds: number;
  /** Regardless of use. */
  readonly absoluteTtlMilliseconds: number;
}

const maxTouchIntervalMs = 60_000;

/**
 * Look-ups read the current user and role, so that changes apply at once in every process. `expires_at` never exceeds
 * `absolute_expires_at`, so it alone decides expiry.
 */
export class SessionRepository {
  readonly #db: Database;
  readonly #options: SessionRepositoryOptions;
  readonly #touchIntervalMs: number;

  constructor(db: Database, options: SessionRepositoryOptions) {
    this.#db = db;
    this.#options = options;
    // Sessions of a minute or less need touches closer than a minute apart.
    this.#touchIntervalMs = Math.min(maxTouchIntervalMs, options.ttlMilliseconds / 2);
  }

  async find(token: string): Promise<SessionIdentity | undefined> {
    const now = this.#options.clock.now();
    const row = await this.#db
      .selectFrom('sessions')
      .innerJoin('users', 'users.username', 'sessions.username')
      .innerJoin('roles', 'roles.name', 'users.role')
      .select([
        'sessions.id',
        'sessions.username',
        'sessions.csrf_token',
        'sessions.factor_verified',
        'sessions.confirmed_at',
        'sessions.last_seen_at',
        'sessions.issued_at',
        'sessions.expires_at',
        'sessions.absolute_expires_at',
        'sessions.provider_sign_in',
      ])
      .select(['users.name', 'users.email', 'users.role', 'roles.capabilities'])
      .select(factorKinds.as('factor_kinds'))
      .where('sessions.token_hash', '=', sha256(token))
      .where('sessions.expires_at', '>', now)
      .where('users.enabled', '=', true)
      .executeTakeFirst();
    if (!row) return undefined;
    const person = { role: row.role, ...toFactorState(row.factor_kinds) };
    return {
      id: row.id,
      actor: toActor(row),
      csrfToken: row.csrf_token,
      hasTotp: person.hasTotp,
      hasPasskey: person.hasPasskey,
      isPasskeyDue: isPasskeyDue(this.#options, person),
      factorVerified: row.factor_verified,
      mfaComplete: isMfaComplete(this.#options, person, row.factor_verified),
      confirmedAt: row.confirmed_at,
      isTouchDue: row.last_seen_at <= this.#touchDueSince(now),
      issuedAt: row.issued_at,
      expiresAt: row.expires_at,
      absoluteExpiresAt: row.absolute_expires_at,
      providerSignIn: row.provider_sign_in ?? undefined,
    };
  }

  /** Throws `unauthenticated` when the user or the sign-in at a provider ended since. Opens a transaction: do not call within one. */
  async create(token: string, session: NewSession): Promise<SessionIdentity> {
    return this.#db.transaction().execute(async (transaction) => {
      const now = this.#options.clock.now();
      const isNewDevice = await isSignInFromNewDevice(transaction, session, now);
      await claimSignIn(transaction, session, now);
      if (session.providerSignIn !== undefined)
        await claimProviderSignIn(transaction, session.providerSignIn);
      if (isNewDevice) await recordNewDevice(transaction, session, now);
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
          provider_sign_in: session.providerSignIn ?? null,
        })
        .execute();
      return (await new SessionRepository(transaction, this.#options).find(token))!;
    });
  }

  async confirm(sessionId: string): Promise<void> {
    await this.#db
      .updateTable('sessions')
      .set({ confirmed_at: this.#options.clock.now() })
      .where('id', '=', sessionId)
      .execute();
  }

  /** At most one write a minute, so that most reads stay free of writes. */
  async touch(token: string): Promise<void> {
    const now = this.#options.clock.now();
    const rollingExpiry = new Date(now.getTime() + this.#options.ttlMilliseconds);
    await this.#db
      .updateTable('sessions')
      .set({
        last_seen_at: now,
        expires_at: sql<Date>`least(absolute_expires_at, ${rollingExpiry}::timestamptz)`,
      })
      .where('token_hash', '=', sha256(token))
      .where('expires_at', '>', now)
      .where('last_seen_at', '<=', this.#touchDueSince(now))
      .execute();
  }

  #touchDueSince(now: Date): Date {
    return new Date(now.getTime() - this.#touchIntervalMs);
  }

  async destroy(token: string): Promise<void> {
    await this.#db.deleteFrom('sessions').where('token_hash', '=', sha256(token)).execute();
  }

  async removeExpired(): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('sessions')
      .where('expires_at', '<=', this.#options.clock.now())
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}

/** A logout at the provider (ADD-SSO-7) waits until the session exists, and then ends it. */
async function claimProviderSignIn(transaction: Database, id: string): Promise<void> {
  const claimed = await transaction
    .selectFrom('provider_sign_ins')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  if (!claimed)
    throw authProblems.unauthenticated('The session at the provider has ended. Sign in again.');
}

async function isSignInFromNewDevice(
  transaction: Database,
  { username, device }: NewSession,
  at: Date,
): Promise<boolean> {
  if (!device) return false;
  return new KnownDeviceRepository(transaction).isNewAfter({ ...device, username, at });
}

/** ADD-ACC-5 */
async function recordNewDevice(
  transaction: Database,
  { username, remoteAddr: address, userAgent }: NewSession,
  at: Date,
): Promise<void> {
  const data = { address, user_agent: userAgent };
  const event = { type: 'user.new_device', at, actor: username, subject: username, data } as const;
  await new DomainEventRepository(transaction).append([event]);
}

/** Locks the user's row until the session exists: a change that ends sessions comes before, or after and ends it. */
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
