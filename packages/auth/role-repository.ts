import type { Database } from '@galley/database';

/** A role, and how many users have it. */
export interface Role {
  readonly name: string;
  /** `*`, or capability names and their `.own` variants. */
  readonly capabilities: string[];
  readonly builtin: boolean;
  readonly users: number;
}

/** Roles by name, as they are stored, in lower case. */
export class RoleRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The built-in ones first, then by name. */
  list(): Promise<Role[]> {
    return this.#select().orderBy('builtin', 'desc').orderBy('name').execute();
  }

  find(name: string): Promise<Role | undefined> {
    return this.#select().where('name', '=', name).executeTakeFirst();
  }

  /**
   * The role, after a lock on its row until the end of the transaction. `share`: nobody changes or deletes it, to give
   * it to somebody. `update`: nobody gives it to anybody either, to change or delete it. Who also locks users locks
   * the role first.
   */
  async lock(name: string, strength: 'share' | 'update'): Promise<Role | undefined> {
    const locked = await this.#db
      .selectFrom('roles')
      .select('name')
      .where('name', '=', name)
      .$call((query) => (strength === 'share' ? query.forShare() : query.forUpdate()))
      .executeTakeFirst();
    // Another statement, since one that has waited for the lock still counts the users from before.
    return locked && this.find(name);
  }

  /** False when there is a role of that name. */
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
