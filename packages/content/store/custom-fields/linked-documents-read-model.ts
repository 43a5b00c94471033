import type { Database } from '@galley/database';

export class LinkedDocumentsReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async typesOf(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (paths.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('documents')
      .select(['path', 'type'])
      .where('deleted_at', 'is', null)
      .where('path', 'in', paths)
      .execute();
    return new Map(rows.map(({ path, type }) => [path, type]));
  }
}
