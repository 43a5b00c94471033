import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { isServiceAccount } from '@galley/kernel';

export class LastEditorReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * A service account comes with the holders of its tokens (ADD-SVC-3). Skips editorial entries (a change of the owner
   * makes a new revision) and unsigned edits on disk.
   */
  async find(documentId: number): Promise<string[]> {
    const { rows } = await sql<{ author: string; on_behalf_of: string[] | null }>`
      select author, on_behalf_of from (
        select author, on_behalf_of, kind, seq, revision, lag(revision) over (order by seq) as earlier
        from document_history where document_id = ${documentId}
      ) as entries
      where kind not in ('external', 'editorial') and revision is distinct from earlier
      order by seq desc limit 1
    `.execute(this.#db);
    return rows.flatMap(({ author, on_behalf_of: people }) =>
      isServiceAccount(author) ? [author, ...(people ?? [])] : [author],
    );
  }
}
