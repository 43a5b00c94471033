import type { Database } from '@galley/database';
import { administratorRole } from './role-rules.ts';

/** Who there is, in numbers. */
export interface PeopleCounts {
  readonly users: number;
  /** Those who are enabled. */
  readonly administrators: number;
  readonly secondFactors: number;
}

/** What whoever looks after the site has to know of its users. */
export class PeopleReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
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
