import { sql } from 'kysely';
import type { Database } from '@galley/database';

/** Who edited the text last, as the history knows it. */
export class LastEditorReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Who made the newest snapshot whose content differs from the one before it. Editorial entries are left out: another
   * owner makes another revision, and nobody has edited. So are edits on disk, which nobody signs: whoever edited
   * before one still counts as the last.
   */
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
