import { sql } from 'kysely';
import type { Database, MediaTrashTable, Transaction } from '@galley/database';
import type { Selectable } from 'kysely';

export interface MediaTrashEntry {
  readonly path: string;
  readonly originalPath: string;
  /** `external` for files moved there outside Galley. */
  readonly deletedBy: string;
  readonly deletedAt: Date;
  /** Null when unknown. */
  readonly type: string | null;
  readonly size: number | null;
}

export type NewTrashEntry = Pick<
  MediaTrashEntry,
  'path' | 'originalPath' | 'deletedBy' | 'deletedAt'
>;

const maxVersions = 200;

export class MediaTrashRepository {
  readonly #db: Database | Transaction;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Newest first. */
  async list(limit: number): Promise<MediaTrashEntry[]> {
    const rows = await this.#newestFirst().limit(limit).execute();
    return rows.map(toTrashEntry);
  }

  /** By trash path or original path; of several, the last deleted. */
  async find(path: string): Promise<MediaTrashEntry | undefined> {
    const row = await this.#newestFirst()
      .where((or) => or.or([or('path', '=', path), or('original_path', '=', path)]))
      .limit(1)
      .executeTakeFirst();
    return row && toTrashEntry(row);
  }

  async takeIn(entry: NewTrashEntry): Promise<void> {
    const { rows } = await sql<{ file: unknown }>`
      delete from media_files where path = ${entry.originalPath} returning to_jsonb(media_files) as file
    `.execute(this.#db);
    await this.#insert(entry, rows[0]?.file ?? {});
  }

  /** A copy of a file that stays in the library. */
  async takeCopy(entry: NewTrashEntry): Promise<void> {
    const { rows } = await sql<{ file: unknown }>`
      select to_jsonb(media_files) as file from media_files where path = ${entry.originalPath}
    `.execute(this.#db);
    await this.#insert(entry, rows[0]?.file ?? {});
  }

  /** Newest first. */
  async listOf(originalPath: string): Promise<MediaTrashEntry[]> {
    const rows = await this.#newestFirst()
      .where('original_path', '=', originalPath)
      .limit(maxVersions)
      .execute();
    return rows.map(toTrashEntry);
  }

  /** Empty when unknown. */
  async findUploaders(path: string): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select file ->> 'uploaded_by' as name from media_trash
      where path = ${path} and file ? 'uploaded_by'
    `.execute(this.#db);
    return rows.map(({ name }) => name);
  }

  /** For a file moved outside Galley. */
  insertNew(entry: NewTrashEntry): Promise<void> {
    return this.#insert(entry, {});
  }

  /** Restores the index row too. */
  async restore({ path }: Pick<MediaTrashEntry, 'path'>): Promise<void> {
    await sql`
      with removed as (delete from media_trash where path = ${path} returning file)
      insert into media_files
        select (jsonb_populate_record(null::media_files, file)).*
        from removed where file ? 'sha256'
      on conflict (path) do nothing
    `.execute(this.#db);
  }

  async remove(path: string): Promise<void> {
    await this.#db.deleteFrom('media_trash').where('path', '=', path).execute();
    // An interrupted move into the trash has no target any more.
    await this.#db.deleteFrom('media_moves').where('target', '=', path).execute();
  }

  async paths(): Promise<Set<string>> {
    const rows = await this.#db.selectFrom('media_trash').select('path').execute();
    return new Set(rows.map(({ path }) => path));
  }

  async #insert(entry: NewTrashEntry, file: unknown): Promise<void> {
    const { path, originalPath, deletedBy, deletedAt } = entry;
    await this.#db
      .insertInto('media_trash')
      .values({
        path,
        original_path: originalPath,
        deleted_by: deletedBy,
        deleted_at: deletedAt,
        file: JSON.stringify(file),
      })
      .onConflict((conflict) => conflict.column('path').doNothing())
      .execute();
  }

  #newestFirst() {
    return this.#db
      .selectFrom('media_trash')
      .selectAll()
      .orderBy('deleted_at', 'desc')
      .orderBy('path', 'desc');
  }
}

function toTrashEntry(row: Selectable<MediaTrashTable>): MediaTrashEntry {
  const { type, size } = row.file;
  return {
    path: row.path,
    originalPath: row.original_path,
    deletedBy: row.deleted_by,
    deletedAt: row.deleted_at,
    type: typeof type === 'string' ? type : null,
    size: typeof size === 'number' ? size : null,
  };
}
