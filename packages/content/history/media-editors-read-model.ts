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
        select distinct 'media/' || substring(rest from '^[^][[:space:]"''<>()?#]+') as path
        from documents join media_mentions on document_id = documents.id and hash = head_hash
        where documents.id = ${documentId}
      )
      select distinct uploaded_by as name
      from named join media_files on media_files.path = named.path
      where uploaded_by <> all (${[...reservedUsernames]})
        and uploaded_at > coalesce(
          (select max(at) from approval_receipts where document_id = ${documentId}), '-infinity'
        )
        and exists (
          select from media_mentions as earlier
            join document_history as entry using (document_id, hash)
          where earlier.document_id = ${documentId} and entry.at < uploaded_at
            and earlier.rest >= substr(named.path, 7)
            and earlier.rest < substr(named.path, 7) || chr(1114111)
        )
    `.execute(this.#db);
    return rows.map(({ name }) => name);
  }
}
