import type { Database, Transaction } from '@galley/database';
import type { MediaFacts, MediaOrigin, MediaRecord } from './media-record.ts';
import {
  toFactsRow,
  toMediaRecord,
  toOriginRow,
  readingVersion,
  buildSearchText,
} from './media-rows.ts';
import { markerOf } from './review/public-version.ts';
import { folderOf, nameOf, sidecarOf } from './store/media-path.ts';

export interface IndexedFile {
  readonly stamp: string;
  readonly sidecarStamp: string;
  /** Read with the current `readingVersion`. */
  readonly isCurrent: boolean;
}

export class MediaRepository {
  readonly #db: Database | Transaction;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async find(path: string): Promise<MediaRecord | undefined> {
    const row = await this.#db
      .selectFrom('media_files')
      .selectAll()
      .where('path', '=', path)
      .executeTakeFirst();
    return row && toMediaRecord(row);
  }

  async findIndexed(path: string): Promise<IndexedFile | undefined> {
    const row = await this.#selectIndexed().where('path', '=', path).executeTakeFirst();
    return row && toIndexedFile(row);
  }

  async listIndexed(): Promise<Map<string, IndexedFile>> {
    const rows = await this.#selectIndexed().execute();
    return new Map(rows.map((row) => [row.path, toIndexedFile(row)]));
  }

  /** Paths whose hashes differ from `sums` or are missing there. */
  async changedPaths(sums: ReadonlyMap<string, string>): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('media_files')
      .select(['path', 'sha256', 'metadata_revision'])
      .orderBy('path')
      .execute();
    return rows
      .filter(
        ({ path, sha256, metadata_revision: sidecar }) =>
          sums.get(path) !== sha256 ||
          (sums.get(sidecarOf(path)) ?? '') !== sidecar ||
          sums.has(markerOf(path)),
      )
      .map(({ path }) => path);
  }

  /** Replaces a row that a scan may have inserted. */
  async saveUpload(path: string, facts: MediaFacts, origin: MediaOrigin): Promise<void> {
    const row = { ...toFactsRow(path, facts), ...toOriginRow(origin) };
    await this.#db
      .insertInto('media_files')
      .values(row)
      .onConflict((conflict) => conflict.column('path').doUpdateSet(row))
      .execute();
  }

  /** `origin` does not replace an existing one. */
  async saveScan(path: string, facts: MediaFacts, origin: MediaOrigin): Promise<void> {
    const row = toFactsRow(path, facts);
    await this.#db
      .insertInto('media_files')
      .values({ ...toOriginRow(origin), ...row })
      .onConflict((conflict) => conflict.column('path').doUpdateSet(row))
      .execute();
  }

  /** Keeps rows that were inserted concurrently. */
  async insertNew(
    files: readonly (MediaOrigin & { readonly path: string; readonly facts: MediaFacts })[],
  ): Promise<void> {
    const rows = files.map(({ path, facts, ...origin }) => ({
      ...toOriginRow(origin),
      ...toFactsRow(path, facts),
    }));
    await this.#db
      .insertInto('media_files')
      .values(rows)
      .onConflict((conflict) => conflict.column('path').doNothing())
      .execute();
  }

  async relocate(record: MediaRecord, newPath: string): Promise<void> {
    await this.#db
      .updateTable('media_files')
      .set({
        path: newPath,
        folder: folderOf(newPath),
        name: nameOf(newPath),
        search: buildSearchText(newPath, record),
      })
      .where('path', '=', record.path)
      .execute();
  }

  async remove(path: string): Promise<void> {
    await this.#db.deleteFrom('media_files').where('path', '=', path).execute();
  }

  /** Oldest first. */
  async listDuplicates(path: string, sha256: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('media_files')
      .select('path')
      .where('sha256', '=', sha256)
      .where('path', '<>', path)
      .orderBy('uploaded_at')
      .orderBy('path')
      .limit(100)
      .execute();
    return rows.map((row) => row.path);
  }

  #selectIndexed() {
    return this.#db
      .selectFrom('media_files')
      .select(['path', 'stamp', 'sidecar_stamp as sidecarStamp', 'version']);
  }
}

interface IndexedRow {
  readonly stamp: string;
  readonly sidecarStamp: string;
  readonly version: string;
}

function toIndexedFile({ stamp, sidecarStamp, version }: IndexedRow): IndexedFile {
  return { stamp, sidecarStamp, isCurrent: version === readingVersion };
}
