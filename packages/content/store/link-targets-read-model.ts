import type { Database } from '@galley/database';

/** Documents that links may lead to, drafts included. */
export class LinkTargetsReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Addresses by path, of up to `limit` documents, newest first. */
  async list(limit: number): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#db
      .selectFrom('documents')
      .select(['path', 'url'])
      .where('deleted_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return new Map(rows.map(({ path, url }) => [path, url]));
  }
}
