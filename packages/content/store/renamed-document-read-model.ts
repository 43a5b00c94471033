import { sql } from 'kysely';
import type { Database } from '@galley/database';
import type { IndexedDocument } from '../document/document.ts';
import { documentColumns, indexedDocument } from './document-rows.ts';

export interface RenameSource {
  readonly documentId: number;
  readonly path: string;
  readonly hash: string;
  readonly headHash: string;
  readonly isGone: boolean;
}

/** Documents that a new file may continue. Those in the trash return only from there. */
export class RenamedDocumentReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Living documents whose file had one of these hashes, and those removed on disk since. */
  async findByFile(hashes: readonly string[], removedSince: Date): Promise<RenameSource[]> {
    const { rows } = await sql<RenameSource>`
      select id as "documentId", path, file_hash as hash, head_hash as "headHash", false as "isGone" from documents
      where deleted_at is null and materialised and restored_by is null
        and file_hash = any(${hashes})
      union all
      select * from (
        select documents.id, path, encode(sha256(bytes), 'hex') as hash, head_hash, true from documents
        join document_history as head
          on head.document_id = documents.id and head.hash = documents.head_hash
        where deleted_at > ${removedSince} and restored_by is null
          and documents.id not in (select document_id from trash)
      ) as gone
      where hash = any(${hashes})
    `.execute(this.#db);
    return rows;
  }

  /** Paths of living documents. */
  async pathsByTitle(titles: readonly string[], limit: number): Promise<string[]> {
    if (titles.length === 0) return [];
    const rows = await this.#db
      .selectFrom('documents')
      .select('path')
      .where('deleted_at', 'is', null)
      .where('restored_by', 'is', null)
      .where(sql<boolean>`title = any(${titles})`)
      .limit(limit)
      .execute();
    return rows.map(({ path }) => path);
  }

  async listGone(documentIds: readonly number[]): Promise<IndexedDocument[]> {
    if (documentIds.length === 0) return [];
    const rows = await this.#db
      .selectFrom('documents')
      .select(documentColumns)
      .where('id', 'in', documentIds)
      .where('deleted_at', 'is not', null)
      .where('id', 'not in', (trashed) => trashed.selectFrom('trash').select('document_id'))
      .execute();
    return rows.map(indexedDocument);
  }
}
