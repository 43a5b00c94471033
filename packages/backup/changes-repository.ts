import type { Database } from '@galley/database';

export class ChangesRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

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
