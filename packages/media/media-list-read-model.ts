import { sql, type RawBuilder } from 'kysely';
import type { Database, MediaRow } from '@galley/database';
import type { MediaKind, MediaRecord } from './media-record.ts';
import { mediaRecord } from './media-rows.ts';

export interface MediaQuery {
  /** Words, or parts of them, all of which have to be in the name or the metadata. */
  readonly q?: string | undefined;
  readonly type?: MediaKind | undefined;
  /** With what is below it. */
  readonly folder?: string | undefined;
  readonly uploadedBy?: string | undefined;
  /** Only pictures that have no text for those who do not see them, and are not said to need none. */
  readonly missingAlt?: boolean | undefined;
  /** Only what is there more than once, byte for byte. */
  readonly duplicates?: boolean | undefined;
  readonly sort?: 'name' | 'size' | 'uploaded_at' | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  readonly page: number;
  readonly pageSize: number;
}

export interface MediaPage {
  readonly items: readonly MediaRecord[];
  /** Files that match, on whatever page. */
  readonly total: number;
}

export interface MediaFolder {
  /** `media/2026`. */
  readonly path: string;
  /** Files in the folder itself. */
  readonly files: number;
  /** Those and the ones below it. */
  readonly total: number;
  /** Bytes of all of them. */
  readonly size: number;
}

const orders = {
  name: sql`lower("left"(name, 100))`,
  size: sql`size`,
  uploaded_at: sql`uploaded_at`,
};

/** Pages of the library, and its folders. */
export class MediaListReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The newest first, unless it is asked for otherwise; of names, the first of the alphabet. */
  async list(query: MediaQuery): Promise<MediaPage> {
    const { sort = 'uploaded_at', page, pageSize } = query;
    const { order = sort === 'name' ? 'asc' : 'desc' } = query;
    const direction = order === 'asc' ? sql`asc` : sql`desc`;
    const where = sql.join([sql`true`, ...conditions(query)], sql` and `);
    const [{ rows }, counted] = await Promise.all([
      sql<MediaRow>`
        select * from media_files where ${where}
        order by ${orders[sort]} ${direction}, path ${direction}
        limit ${pageSize} offset ${(page - 1) * pageSize}
      `.execute(this.#db),
      sql<{ total: number }>`select count(*) as total from media_files where ${where}`.execute(
        this.#db,
      ),
    ]);
    return { items: rows.map(mediaRecord), total: counted.rows[0]!.total };
  }

  /** Every folder that has a file in it or below it, in the order of their paths. */
  async folders(): Promise<MediaFolder[]> {
    const rows = await this.#db
      .selectFrom('media_files')
      .select([
        'folder',
        sql<number>`count(*)`.as('files'),
        sql<number>`sum(size)::bigint`.as('size'),
      ])
      .groupBy('folder')
      .execute();
    const folders = new Map<string, MediaFolder>();
    for (const { folder, files, size } of rows) {
      for (const path of withParents(folder)) {
        const before = folders.get(path) ?? { path, files: 0, total: 0, size: 0 };
        folders.set(path, {
          path,
          files: before.files + (path === folder ? files : 0),
          total: before.total + files,
          size: before.size + size,
        });
      }
    }
    return [...folders.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
  }
}

function conditions(query: MediaQuery): RawBuilder<unknown>[] {
  const { q, type, folder, uploadedBy, missingAlt, duplicates } = query;
  return [
    ...wordsOf(q).map((word) => sql`search like ${`%${escaped(word)}%`}`),
    type !== undefined && sql`kind = ${type}`,
    folder !== undefined && folder !== 'media' && below(folder),
    uploadedBy !== undefined && sql`uploaded_by = ${uploadedBy}`,
    missingAlt === true && sql`missing_alt`,
    missingAlt === false && sql`not missing_alt`,
    duplicates === true &&
      sql`sha256 in (select sha256 from media_files group by sha256 having count(*) > 1)`,
  ].filter((one) => one !== false);
}

function below(folder: string): RawBuilder<unknown> {
  return sql`(folder = ${folder} or folder like ${`${escaped(folder)}/%`})`;
}

function wordsOf(q = ''): string[] {
  return q
    .normalize('NFC')
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
}

/** For `like`. */
function escaped(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}

function withParents(folder: string): string[] {
  const parts = folder.split('/');
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
}
