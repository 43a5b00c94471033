import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { reservedUsernames } from '@galley/kernel';

/** People who replaced the media files of a document, which the history of its text does not tell (ADD-IND-1). */
export class MediaEditorsReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Uploaders of files that the head names, whose bytes came after the document first named the file and after its
   * last approval. Files that were there before are the choice of whoever put them into the text.
   */
  async find(documentId: number): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      with named as (
        select hash, 'media/' || substring(rest from '^[^][[:space:]"''<>()?#]+') as file
        from media_mentions where document_id = ${documentId}
      )
      select distinct uploaded_by as name
      from documents
        join named on named.hash = documents.head_hash
        join media_files on media_files.path = named.file
      where documents.id = ${documentId}
        and uploaded_by <> all (${[...reservedUsernames]})
        and uploaded_at > coalesce(
          (select max(at) from approval_receipts where document_id = ${documentId}), '-infinity'
        )
        and uploaded_at > (
          select min(at) from document_history as entry join named as earlier using (hash)
          where entry.document_id = ${documentId} and earlier.file = named.file
        )
    `.execute(this.#db);
    return rows.map(({ name }) => name);
  }
}
