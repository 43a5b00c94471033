import type { Database, Transaction } from '@galley/database';
import type { MediaFacts, MediaOrigin, MediaRecord } from './media-record.ts';
import { factsRow, mediaRecord, originRow, readingVersion, searchText } from './media-rows.ts';
import { markerOf } from './review/public-version.ts';
import { folderOf, nameOf, sidecarOf } from './store/media-path.ts';

/** What was read of a file when it was last looked at. */
export interface KnownFile {
  readonly stamp: string;
  readonly sidecarStamp: string;
  /** It was read in the way in which files are read now. */
  readonly isCurrent: boolean;
}

/** Files of the library as rows. */
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
    return row && mediaRecord(row);
  }

  async findKnown(path: string): Promise<KnownFile | undefined> {
    const row = await this.#known().where('path', '=', path).executeTakeFirst();
    return row && knownFile(row);
  }

  /** Everything that is known, by path. */
  async known(): Promise<Map<string, KnownFile>> {
    const rows = await this.#known().execute();
    return new Map(rows.map((row) => [row.path, knownFile(row)]));
  }

  /** Paths of files of which the bytes or the sidecar have other sums than these, by path, or that are not among them. */
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

  /** What was just brought: whoever met the file before knew less of it. */
  async bring(path: string, facts: MediaFacts, origin: MediaOrigin): Promise<void> {
    const row = { ...factsRow(path, facts), ...originRow(origin) };
    await this.#db
      .insertInto('media_files')
      .values(row)
      .onConflict((conflict) => conflict.column('path').doUpdateSet(row))
      .execute();
  }

  /** What a look at a file says; who brought it stays as it is known, or is `origin`. */
  async note(path: string, facts: MediaFacts, origin: MediaOrigin): Promise<void> {
    const row = factsRow(path, facts);
    await this.#db
      .insertInto('media_files')
      .values({ ...originRow(origin), ...row })
      .onConflict((conflict) => conflict.column('path').doUpdateSet(row))
      .execute();
  }

  /** Files that nobody knew; those that somebody else noted meanwhile stay as they are. */
  async noteNew(
    files: readonly (MediaOrigin & { readonly path: string; readonly facts: MediaFacts })[],
  ): Promise<void> {
    const rows = files.map(({ path, facts, ...origin }) => ({
      ...originRow(origin),
      ...factsRow(path, facts),
    }));
    await this.#db
      .insertInto('media_files')
      .values(rows)
      .onConflict((conflict) => conflict.column('path').doNothing())
      .execute();
  }

  /** The file is to be at another path. */
  async relocate(record: MediaRecord, to: string): Promise<void> {
    await this.#db
      .updateTable('media_files')
      .set({ path: to, folder: folderOf(to), name: nameOf(to), search: searchText(to, record) })
      .where('path', '=', record.path)
      .execute();
  }

  async remove(path: string): Promise<void> {
    await this.#db.deleteFrom('media_files').where('path', '=', path).execute();
  }

  /** Paths of the others that have the same bytes, the oldest first. */
  async duplicatesOf(path: string, sha256: string): Promise<string[]> {
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

  #known() {
    return this.#db
      .selectFrom('media_files')
      .select(['path', 'stamp', 'sidecar_stamp as sidecarStamp', 'version']);
  }
}

interface KnownRow {
  readonly stamp: string;
  readonly sidecarStamp: string;
  readonly version: string;
}

function knownFile({ stamp, sidecarStamp, version }: KnownRow): KnownFile {
  return { stamp, sidecarStamp, isCurrent: version === readingVersion };
}
