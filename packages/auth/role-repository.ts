import type { Database } from '@galley/database';

export interface Role {
  readonly name: string;
  /** `*`, or capabilities and their `.own` variants. */
  readonly capabilities: string[];
  readonly builtin: boolean;
  readonly users: number;
}

/** Expects normalised (lower-case) names. */
export class RoleRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  list(): Promise<Role[]> {
    return this.#select().orderBy('builtin', 'desc').orderBy('name').execute();
  }

  find(name: string): Promise<Role | undefined> {
    return this.#select().where('name', '=', name).executeTakeFirst();
  }

  /** `share` prevents changes and deletion; `update` also prevents assignment. Lock the role before users. */
  async lock(name: string, strength: 'share' | 'update'): Promise<Role | undefined> {
    const locked = await this.#db
      .selectFrom('roles')
      .select('name')
      .where('name', '=', name)
      .$call((query) => (strength === 'share' ? query.forShare() : query.forUpdate()))
      .executeTakeFirst();
    // A second statement, because one that waited for the lock counts the old users.
    return locked && this.find(name);
  }

  /** False when the name is taken. */
  async insert(name: string, capabilities: readonly string[]): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('roles')
      .values({ name, capabilities: [...capabilities], builtin: false })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  async update(name: string, capabilities: readonly string[]): Promise<void> {
    await this.#db
      .updateTable('roles')
      .set({ capabilities: [...capabilities] })
      .where('name', '=', name)
      .execute();
  }

  async delete(name: string): Promise<void> {
    await this.#db.deleteFrom('roles').where('name', '=', name).execute();
  }

  #select() {
    return this.#db.selectFrom('roles').select((role) => [
      'name',
      'capabilities',
      'builtin',
      role
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('users.role', '=', 'roles.name')
        .$asScalar()
        .$notNull()
        .as('users'),
    ]);
  }
}
