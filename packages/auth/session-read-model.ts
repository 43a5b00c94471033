import type { Database } from '@galley/database';
import { factorKinds } from './second-factor-repository.ts';

export interface ListedSession {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly remoteAddr: string;
  readonly userAgent: string;
  readonly factorVerified: boolean;
  /** Second factors of the person. */
  readonly factorKinds: readonly string[];
  readonly issuedAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

export interface SessionQuery {
  /** All users when undefined. */
  readonly username: string | undefined;
  readonly now: Date;
  readonly limit: number;
}

export class SessionReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Unexpired ones of enabled users, last used first. */
  async list({ username, now, limit }: SessionQuery): Promise<ListedSession[]> {
    return this.#db
      .selectFrom('sessions')
      .innerJoin('users', 'users.username', 'sessions.username')
      .select([
        'sessions.id',
        'sessions.username',
        'users.name',
        'users.email',
        'users.role',
        'sessions.remote_addr as remoteAddr',
        'sessions.user_agent as userAgent',
        'sessions.factor_verified as factorVerified',
        'sessions.issued_at as issuedAt',
        'sessions.last_seen_at as lastSeenAt',
        'sessions.expires_at as expiresAt',
      ])
      .select(factorKinds.as('factorKinds'))
      .where('sessions.expires_at', '>', now)
      .where('users.enabled', '=', true)
      .$if(username !== undefined, (query) => query.where('sessions.username', '=', username!))
      .orderBy('sessions.last_seen_at', 'desc')
      .orderBy('sessions.id', 'desc')
      .limit(limit)
      .execute();
  }
}
