import { sql } from 'kysely';
import type { Database, MediaTrashTable, Transaction } from '@galley/database';
import type { Selectable } from 'kysely';

/** A file in the trash. */
export interface MediaTrashEntry {
  /** Of the file in the trash, in the content tree. */
  readonly path: string;
  readonly originalPath: string;
  /** User name; `external` for what was put there by other means. */
  readonly deletedBy: string;
  readonly deletedAt: Date;
  /** Null where nothing is known of it. */
  readonly type: string | null;
  readonly size: number | null;
}

export type NewTrashEntry = Pick<
  MediaTrashEntry,
  'path' | 'originalPath' | 'deletedBy' | 'deletedAt'
>;

/** What is in the trash of the library, with the rows that the files had. */
export class MediaTrashRepository {
  readonly #db: Database | Transaction;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** What was deleted last first. */
  async list(limit: number): Promise<MediaTrashEntry[]> {
    const rows = await this.#newestFirst().limit(limit).execute();
    return rows.map(trashEntry);
  }

  /** By its path in the trash, or by where it was: then the one that was deleted last. */
  async find(path: string): Promise<MediaTrashEntry | undefined> {
    const row = await this.#newestFirst()
      .where((or) => or.or([or('path', '=', path), or('original_path', '=', path)]))
      .limit(1)
      .executeTakeFirst();
    return row && trashEntry(row);
  }

  /** Takes the row of a file out of the index and keeps it with the entry. */
  async takeIn(entry: NewTrashEntry): Promise<void> {
    const { rows } = await sql<{ file: unknown }>`
      delete from media_files where path = ${entry.originalPath} returning to_jsonb(media_files) as file
    `.execute(this.#db);
    await this.#insert(entry, rows[0]?.file ?? {});
  }

  /** User name of whoever uploaded a file in the trash; empty where nobody knows. */
  async uploadersOf(path: string): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select file ->> 'uploaded_by' as name from media_trash
      where path = ${path} and file ? 'uploaded_by'
    `.execute(this.#db);
    return rows.map(({ name }) => name);
  }

  /** A file that somebody else put into the trash. */
  noteNew(entry: NewTrashEntry): Promise<void> {
    return this.#insert(entry, {});
  }

  /** Takes an entry out, and puts the row that it kept back into the index. */
  async takeOut({ path }: Pick<MediaTrashEntry, 'path'>): Promise<void> {
    await sql`
      with kept as (delete from media_trash where path = ${path} returning file)
      insert into media_files
        select (jsonb_populate_record(null::media_files, file)).*
        from kept where file ? 'sha256'
      on conflict (path) do nothing
    `.execute(this.#db);
  }

  async remove(path: string): Promise<void> {
    await this.#db.deleteFrom('media_trash').where('path', '=', path).execute();
    // A move into the trash that was broken off has nothing left to move to.
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

function trashEntry(row: Selectable<MediaTrashTable>): MediaTrashEntry {
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
