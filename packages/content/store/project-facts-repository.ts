import type { Database } from '@galley/database';

export class ProjectFactsRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async find(name: string): Promise<unknown> {
    const row = await this.#db
      .selectFrom('project_facts')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    return row?.value;
  }

  async set(name: string, value: unknown): Promise<void> {
    await this.setting(name, value).execute();
  }

  /** `set` as a part of another statement. */
  setting(name: string, value: unknown) {
    const json = JSON.stringify(value);
    return this.#db
      .insertInto('project_facts')
      .values({ name, value: json })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: json }));
  }

  async remove(name: string): Promise<void> {
    await this.#db.deleteFrom('project_facts').where('name', '=', name).execute();
  }
}
