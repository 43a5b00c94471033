import { sql } from 'kysely';
import type { Database } from '@galley/database';

/** A file with known bytes. */
export interface KnownFile {
  readonly path: string;
  /** SHA-256. */
  readonly hash: string;
}

export interface OwnDocument {
  readonly path: string;
  readonly title: string;
}

export interface OwnPage {
  readonly url: string;
  readonly title: string;
}

/** Documents beyond files that are known, such as those of the example site. */
export class OwnDocumentsReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The newest that is not public, else the newest. */
  async newest(known: readonly KnownFile[]): Promise<OwnDocument | undefined> {
    const { rows } = await sql<OwnDocument>`
      select path, title from documents
      where deleted_at is null and not exists (
        select from ${filesOf(known)} where file.path = documents.path and file.hash = documents.file_hash)
      order by public_hash is not null, updated_at desc nulls last, id desc
      limit 1
    `.execute(this.#db);
    return rows[0];
  }

  async newestPublic(known: readonly KnownFile[]): Promise<OwnPage | undefined> {
    const { rows } = await sql<OwnPage>`
      select url, title from published_documents as page
      where not exists (
        select from ${filesOf(known)}
        join document_history as entry on entry.document_id = page.document_id and entry.hash = page.hash
        where file.path = page.path and file.hash = encode(sha256(entry.bytes), 'hex'))
      order by published_at desc, document_id desc
      limit 1
    `.execute(this.#db);
    return rows[0];
  }

  /** Paths and revisions of documents that still have the known bytes. */
  async unchanged(
    known: readonly KnownFile[],
  ): Promise<readonly { readonly path: string; readonly revision: string }[]> {
    const { rows } = await sql<{ path: string; revision: string }>`
      select documents.path, documents.revision
      from ${filesOf(known)}
      join documents on documents.path = file.path and documents.file_hash = file.hash
      where documents.deleted_at is null
      order by documents.path
    `.execute(this.#db);
    return rows;
  }
}

function filesOf(known: readonly KnownFile[]) {
  const paths = known.map(({ path }) => path);
  const hashes = known.map(({ hash }) => hash);
  return sql`unnest(${paths}::text[], ${hashes}::text[]) as file (path, hash)`;
}
