import { sql } from 'kysely';
import type { Database, Transaction } from './database.ts';

/** The content tree that a database belongs to, as the database has it. */
export interface TreeRecord {
  readonly id: string;
  /** Random, of the server that started last: it wrote the same into its folder, so that a copy of that lacks it. */
  readonly claim: string;
  /** Where the server that started last has the tree; for people only, a shared folder has many addresses. */
  readonly directory: string;
  readonly host: string;
}

/** Name of the row in `project_facts`; a restored database comes without it. */
export const treeFact = 'content_tree';

/** Which content tree a database belongs to. */
export class TreeIdentityRepository {
  readonly #db: Database | Transaction;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Until the transaction ends, no other process claims a tree for this database. */
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

  /** Paths of the documents that the database expects in the tree. */
  async documentPaths(): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('documents')
      .select('path')
      .where('deleted_at', 'is', null)
      .execute();
    return rows.map(({ path }) => path);
  }
}
