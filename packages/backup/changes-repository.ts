import type { Database } from '@galley/database';

/** When documents and media last changed, as the database has it. */
export class ChangesRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The last moments of the kinds that there are; of what never happened there is none. */
  async lastChanges(): Promise<Date[]> {
    const newest = await Promise.all([
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
    return newest.flatMap((one) => (one ? [one.at] : []));
  }
}
