import type { Database } from '@galley/database';
import { administratorRole } from './role-rules.ts';

/** Who there is, in numbers. */
export interface PeopleCounts {
  readonly users: number;
  /** Those who are enabled. */
  readonly administrators: number;
  readonly secondFactors: number;
}

/** Accounts that somebody should look at, by user name. */
export interface OpenAccounts {
  /** Enabled administrators without a second factor. */
  readonly withoutFactor: readonly string[];
  /** Enabled users who could sign in and have not done so since, or never since they were made before that. */
  readonly unused: readonly string[];
}

/** What whoever looks after the site has to know of its users. */
export class PeopleReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** `since` divides those who are here now and then from those who are not. */
  async openAccounts(since: Date): Promise<OpenAccounts> {
    const enabled = this.#db.selectFrom('users').where('enabled', '=', true).orderBy('username');
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
              .where('kind', '=', 'totp'),
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

  count(): Promise<PeopleCounts> {
    return this.#db
      .selectNoFrom((of) => [
        of
          .selectFrom('users')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .$asScalar()
          .$notNull()
          .as('users'),
        of
          .selectFrom('users')
          .where('enabled', '=', true)
          .where('role', '=', administratorRole)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .$asScalar()
          .$notNull()
          .as('administrators'),
        of
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
