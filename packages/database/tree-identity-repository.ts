import { sql } from 'kysely';
import type { Database, Transaction } from './database.ts';

export interface TreeRecord {
  readonly id: string;
  /** Random value of the server that started last, also written into its folder: a copy of the folder lacks it. */
  readonly claim: string;
  /** Only for people: a shared folder has many paths. */
  readonly directory: string;
  readonly host: string;
}

/** Restored databases lack this row of `project_facts`. */
export const treeFact = 'content_tree';

export class TreeIdentityRepository {
  readonly #db: Database | Transaction;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async lock(): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended('galley:tree-identity', 0))`.execute(
      this.#db,
    );
  }

  async find(): Promise<TreeRecord | undefined> {
    const row = await this.#db
      .selectFrom('project_facts')
      .select('value')
      .where('name', '=', treeFact)
      .executeTakeFirst();
    return row?.value as TreeRecord | undefined;
  }

  async record(tree: TreeRecord): Promise<void> {
    const value = JSON.stringify(tree);
    await this.#db
      .insertInto('project_facts')
      .values({ name: treeFact, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  }

  async documentPaths(): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('documents')
      .select('path')
      .where('deleted_at', 'is', null)
      .execute();
    return rows.map(({ path }) => path);
  }
}
