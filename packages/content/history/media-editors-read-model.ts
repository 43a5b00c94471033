import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { reservedUsernames } from '@galley/kernel';

/** The history of the text lacks uploads (ADD-IND-1). */
export class MediaEditorsReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Uploads count since the last approval; files older than the reference count for the person who inserted it. */
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
