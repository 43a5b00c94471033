import { sql } from 'kysely';
import type { Database } from '@galley/database';
import type { Actor } from '@galley/kernel';
import { toActor } from './user-repository.ts';

/** What is needed to decide whether somebody may sign in, all of one moment. */
export interface SignInRecord {
  readonly actor: Actor;
  readonly enabled: boolean;
  /** For `SessionRepository.create`: no session is made when it has been raised since. */
  readonly securityVersion: number;
  /** PHC string, or undefined for a user who has no password. */
  readonly passwordHash: string | undefined;
  readonly hasSecondFactor: boolean;
}

/** What a sign-in reads and writes. User names are expected as they are stored, in lower case. */
export class SignInRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The user with the password's hash, also when disabled. */
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
      .select((user) =>
        user
          .exists(
            user
              .selectFrom('credentials as factor')
              .select('factor.id')
              .whereRef('factor.username', '=', 'users.username')
              .where('factor.kind', '=', 'totp'),
          )
          .as('has_second_factor'),
      )
      .where('users.username', '=', username)
      .executeTakeFirst();
    if (!row) return undefined;
    const hash = row.password?.['hash'];
    return {
      actor: toActor(row),
      enabled: row.enabled,
      securityVersion: row.security_version,
      passwordHash: typeof hash === 'string' ? hash : undefined,
      hasSecondFactor: Boolean(row.has_second_factor),
    };
  }

  /** Another hash of the same password; nothing happens when the password has been changed in the meantime. */
  async replaceHash(
    username: string,
    change: { readonly from: string; readonly to: string },
  ): Promise<void> {
    await this.#db
      .updateTable('credentials')
      .set({ data: JSON.stringify({ hash: change.to }) })
      .where('username', '=', username)
      .where('kind', '=', 'password')
      .where(sql`data ->> 'hash'`, '=', change.from)
      .execute();
  }
}
