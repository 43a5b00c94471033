import type { Database, Transaction } from '@galley/database';

export interface NoticeDocument {
  readonly path: string;
  readonly title: string;
}

export class NoticeDocumentsReadModel {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async find(ids: readonly number[]): Promise<ReadonlyMap<number, NoticeDocument>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('documents')
      .select(['id', 'path', 'title'])
      .where('id', 'in', ids)
      .execute();
    return new Map(rows.map(({ id, path, title }) => [id, { path, title }]));
  }
}
