import { sql } from 'kysely';
import type { Database } from '@galley/database';
import type { Actor } from '@galley/kernel';
import { toFactorState, type FactorState } from './second-factor-kinds.ts';
import { factorKinds } from './second-factor-repository.ts';
import { toActor } from './user-repository.ts';

export interface SignInRecord extends FactorState {
  readonly actor: Actor;
  readonly enabled: boolean;
  /** `SessionRepository.create` refuses when the version has risen since. */
  readonly securityVersion: number;
  /** PHC string; undefined for a user without password. */
  readonly passwordHash: string | undefined;
}

/** Expects normalised (lower-case) user names. */
export class SignInRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Also finds disabled users. */
  async findForSignIn(username: string): Promise<SignInRecord | undefined> {
    const row = await this.#db
      .selectFrom('users')
      .innerJoin('roles', 'roles.name', 'users.role')
      .leftJoin('credentials', (join) =>
        join
          .onRef('credentials.username', '=', 'users.username')
          .on('credentials.kind', '=', 'password'),
      )
      .select([
        'users.username',
        'users.name',
        'users.email',
        'users.role',
        'users.enabled',
        'users.security_version',
        'roles.capabilities',
        'credentials.data as password',
      ])
      .select(factorKinds.as('factor_kinds'))
      .where('users.username', '=', username)
      .executeTakeFirst();
    if (!row) return undefined;
    const hash = row.password?.['hash'];
    return {
      actor: toActor(row),
      enabled: row.enabled,
      securityVersion: row.security_version,
      passwordHash: typeof hash === 'string' ? hash : undefined,
      ...toFactorState(row.factor_kinds),
    };
  }

  /** Does nothing when the password changed meanwhile. */
  async replaceHash(
    username: string,
    hashes: { readonly currentHash: string; readonly newHash: string },
  ): Promise<void> {
    await this.#db
      .updateTable('credentials')
      .set({ data: JSON.stringify({ hash: hashes.newHash }) })
      .where('username', '=', username)
      .where('kind', '=', 'password')
      .where(sql`data ->> 'hash'`, '=', hashes.currentHash)
      .execute();
  }
}
