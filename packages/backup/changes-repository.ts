import type { Database } from '@galley/database';

/** Times of the last changes of documents and media. */
export class ChangesRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Last event of a document, last upload and last deletion, as far as there are any. */
  async lastChanges(): Promise<Date[]> {
    const last = await Promise.all([
      this.#db
        .selectFrom('domain_events')
        .select('at')
        .where('type', 'like', 'document.%')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
      this.#db
        .selectFrom('media_files')
        .select('uploaded_at as at')
        .orderBy('uploaded_at', 'desc')
        .limit(1)
        .executeTakeFirst(),
      this.#db
        .selectFrom('media_trash')
        .select('deleted_at as at')
        .orderBy('deleted_at', 'desc')
        .limit(1)
        .executeTakeFirst(),
    ]);
    return last.flatMap((row) => (row ? [row.at] : []));
  }
}
