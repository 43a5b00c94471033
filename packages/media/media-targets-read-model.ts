import { sql } from 'kysely';
import type { Database } from '@galley/database';

export interface MediaTarget {
  readonly path: string;
  readonly isDecorative: boolean;
}

/** Files that links and images may lead to. */
export class MediaTargetsReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Up to `limit`, newest first. */
  list(limit: number): Promise<MediaTarget[]> {
    return this.#db
      .selectFrom('media_files')
      .select('path')
      .select(sql<boolean>`coalesce(metadata ->> 'decorative', '') = 'true'`.as('isDecorative'))
      .orderBy('uploaded_at', 'desc')
      .limit(limit)
      .execute();
  }
}
