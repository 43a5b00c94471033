import type { Database } from '@galley/database';
import { administratorRole } from './role-rules.ts';
import { secondFactorKinds } from './second-factor-kinds.ts';
import { servicePattern } from './service-pattern.ts';

export interface PeopleCounts {
  readonly users: number;
  readonly administrators: number;
  readonly secondFactors: number;
}

export interface OpenAccounts {
  readonly withoutFactor: readonly string[];
  /** Without a sign-in since the given time, or since they were created before it. */
  readonly unused: readonly string[];
}

export class PeopleReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async openAccounts(since: Date): Promise<OpenAccounts> {
    const enabled = this.#db
      .selectFrom('users')
      .where('enabled', '=', true)
      .where('username', 'not like', servicePattern)
      .orderBy('username');
    const withoutFactor = await enabled
      .select('username')
      .where('role', '=', administratorRole)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('credentials')
              .select('credentials.id')
              .whereRef('credentials.username', '=', 'users.username')
              .where('kind', 'in', secondFactorKinds),
          ),
        ),
      )
      .execute();
    const unused = await enabled
      .select('username')
      .where(({ eb, fn }) => eb(fn.coalesce('last_login_at', 'created_at'), '<', since))
      .execute();
    const names = (rows: readonly { username: string }[]) => rows.map(({ username }) => username);
    return { withoutFactor: names(withoutFactor), unused: names(unused) };
  }

  async listRoles(): Promise<string[]> {
    const rows = await this.#db.selectFrom('roles').select('name').orderBy('name').execute();
    return rows.map(({ name }) => name);
  }

  count(): Promise<PeopleCounts> {
    return this.#db
      .selectNoFrom((query) => [
        query
          .selectFrom('users')
          .where('username', 'not like', servicePattern)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .$asScalar()
          .$notNull()
          .as('users'),
        query
          .selectFrom('users')
          .where('enabled', '=', true)
          .where('role', '=', administratorRole)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .$asScalar()
          .$notNull()
          .as('administrators'),
        query
          .selectFrom('credentials')
          .where('kind', '=', 'totp')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .$asScalar()
          .$notNull()
          .as('secondFactors'),
      ])
      .executeTakeFirstOrThrow();
  }
}
