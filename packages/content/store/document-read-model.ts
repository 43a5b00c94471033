import { sql } from 'kysely';
import type { Database } from '@galley/database';
import type { FileStamp } from '../tree/content-tree.ts';
import type { IndexedDocument } from '../document/document.ts';
import { documentColumns, indexedDocument } from './document-rows.ts';

export interface StampedFile {
  readonly path: string;
  readonly materialised: boolean;
  /** Null when the file has to be read to detect a change. */
  readonly stamp: FileStamp | null;
}

/** Without access rules. */
export class DocumentReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** `among` limits them to these paths. */
  async stampedFiles(among?: readonly string[]): Promise<StampedFile[]> {
    const rows = await this.#db
      .selectFrom('documents')
      .select(['path', 'materialised', 'file_size', 'file_mtime_ms'])
      .where('deleted_at', 'is', null)
      .$if(among !== undefined, (query) => query.where(sql<boolean>`path = any(${among})`))
      .execute();
    return rows.map(({ path, materialised, file_size, file_mtime_ms }) => ({
      path,
      materialised,
      stamp:
        file_size === null || file_mtime_ms === null
          ? null
          : { size: file_size, mtimeMs: file_mtime_ms },
    }));
  }

  /** Unreadable files, and files with a `notice`. */
  async problems(): Promise<IndexedDocument[]> {
    const rows = await this.#db
      .selectFrom('documents')
      .select(documentColumns)
      .where('deleted_at', 'is', null)
      .where('problem', 'is not', null)
      .orderBy('path')
      .execute();
    return rows.map(indexedDocument);
  }
}
