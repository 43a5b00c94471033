import type { Database } from '@galley/database';

/** Display names by username. */
export type UserNames = ReadonlyMap<string, string>;

export class UserNamesReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Leaves out unknown users and empty names. */
  async find(usernames: Iterable<string | null>): Promise<UserNames> {
    const wanted = new Set(usernames);
    wanted.delete(null);
    if (wanted.size === 0) return new Map();
    const rows = await this.#db
      .selectFrom('users')
      .select(['username', 'name'])
      .where('username', 'in', [...wanted] as string[])
      .where('name', '<>', '')
      .execute();
    return new Map(rows.map(({ username, name }) => [username, name]));
  }
}
