import { sql, type RawBuilder } from 'kysely';
import type { Database, MediaRow } from '@galley/database';
import type { MediaKind, MediaRecord } from './media-record.ts';
import { toMediaRecord } from './media-rows.ts';

export interface MediaQuery {
  /** Words that must all occur in name or metadata. */
  readonly q?: string | undefined;
  readonly type?: MediaKind | undefined;
  /** Includes subfolders. */
  readonly folder?: string | undefined;
  readonly uploadedBy?: string | undefined;
  /** Pictures without alt text that are not marked as decorative. */
  readonly missingAlt?: boolean | undefined;
  readonly duplicates?: boolean | undefined;
  readonly sort?: 'name' | 'size' | 'uploaded_at' | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  readonly page: number;
  readonly pageSize: number;
}

export interface MediaPage {
  readonly items: readonly MediaRecord[];
  readonly total: number;
}

export interface MediaFolder {
  /** Example: `media/2026`. */
  readonly path: string;
  /** Excludes subfolders. */
  readonly files: number;
  /** Includes subfolders. */
  readonly total: number;
  /** Bytes, including subfolders. */
  readonly size: number;
}

const orders = {
  name: sql`lower("left"(name, 100))`,
  size: sql`size`,
  uploaded_at: sql`uploaded_at`,
};

export class MediaListReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Default order: newest first. */
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
    return { items: rows.map(toMediaRecord), total: counted.rows[0]!.total };
  }

  /** Also folders with files only in subfolders, ordered by path. */
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
        const existing = folders.get(path) ?? { path, files: 0, total: 0, size: 0 };
        folders.set(path, {
          path,
          files: existing.files + (path === folder ? files : 0),
          total: existing.total + files,
          size: existing.size + size,
        });
      }
    }
    return [...folders.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
  }
}

function conditions(query: MediaQuery): RawBuilder<unknown>[] {
  const { q, type, folder, uploadedBy, missingAlt, duplicates } = query;
  return [
    ...splitWords(q).map((word) => sql`search like ${`%${escapeLike(word)}%`}`),
    type !== undefined && sql`kind = ${type}`,
    folder !== undefined && folder !== 'media' && isInFolder(folder),
    uploadedBy !== undefined && sql`uploaded_by = ${uploadedBy}`,
    missingAlt === true && sql`missing_alt`,
    missingAlt === false && sql`not missing_alt`,
    duplicates === true &&
      sql`sha256 in (select sha256 from media_files group by sha256 having count(*) > 1)`,
  ].filter((one) => one !== false);
}

function isInFolder(folder: string): RawBuilder<unknown> {
  return sql`(folder = ${folder} or folder like ${`${escapeLike(folder)}/%`})`;
}

function splitWords(q = ''): string[] {
  return q
    .normalize('NFC')
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}

function withParents(folder: string): string[] {
  const parts = folder.split('/');
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
}
