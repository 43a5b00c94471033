import type { Database } from '@galley/database';
import type { FileStamp } from '../tree/content-tree.ts';
import type { IndexedDocument } from '../document/document.ts';
import { indexedDocument } from './document-rows.ts';

export interface StampedFile {
  readonly path: string;
  readonly materialised: boolean;
  /** Null when the file has to be read to know. */
  readonly stamp: FileStamp | null;
}

/** What the index knows of the tree as a whole, whoever asks. */
export class DocumentReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Every document that the index believes to be in the tree. */
  async stampedFiles(): Promise<StampedFile[]> {
    const rows = await this.#db
      .selectFrom('documents')
      .select(['path', 'materialised', 'file_size', 'file_mtime_ms'])
      .where('deleted_at', 'is', null)
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

  /** Documents whose file cannot be read, or counts as a draft for a reason that its `notice` gives. */
  async problems(): Promise<IndexedDocument[]> {
    const rows = await this.#db
      .selectFrom('documents')
      .selectAll()
      .where('deleted_at', 'is', null)
      .where('problem', 'is not', null)
      .orderBy('path')
      .execute();
    return rows.map(indexedDocument);
  }
}
