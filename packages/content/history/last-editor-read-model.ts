import { sql } from 'kysely';
import type { Database } from '@galley/database';

export class LastEditorReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Skips editorial entries (a change of the owner makes a new revision) and unsigned edits on disk. */
  async find(documentId: number): Promise<string | undefined> {
    const { rows } = await sql<{ author: string }>`
      select author from (
        select author, kind, seq, revision, lag(revision) over (order by seq) as earlier
        from document_history where document_id = ${documentId}
      ) as entries
      where kind not in ('external', 'editorial') and revision is distinct from earlier
      order by seq desc limit 1
    `.execute(this.#db);
    return rows[0]?.author;
  }
}
