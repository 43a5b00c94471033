import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';

export interface RestoredFile {
  /** Relative to the tree. */
  readonly path: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly size: number;
  /** Null when it is too recent to be trusted. */
  readonly mtimeMs: number | null;
}

interface TrashedPlace {
  readonly path: string;
  readonly originalPath: string;
}

const batchCount = 5_000;

export class RestoredTreeRepository {
  readonly #db: Database;
  readonly #by: string;

  constructor(db: Database | Transaction, by: string) {
    this.#db = db;
    this.#by = by;
  }

  async unfinishedPaths(): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('documents')
      .select('path')
      .where('materialised', '=', false)
      .where('deleted_at', 'is', null)
      .execute();
    return rows.map(({ path }) => path);
  }

  /** Files that match their rows need not be read again; all others are marked as changed. */
  async noteFiles(files: readonly RestoredFile[]): Promise<void> {
    for (const batch of batches(files)) {
      const rows = sql`jsonb_to_recordset(${JSON.stringify(batch)}::jsonb)
        as file (path text, "sha256" text, size bigint, "mtimeMs" double precision)`;
      await sql`
        update documents set
          file_size = case when file."mtimeMs" is null then null else file.size end,
          file_mtime_ms = file."mtimeMs"
        from ${rows}
        where documents.path = file.path and documents.deleted_at is null
          and documents.file_hash = file."sha256"
      `.execute(this.#db);
      await sql`
        update documents set restored_by = ${this.#by}, file_size = null, file_mtime_ms = null
        from ${rows}
        where documents.path = file.path and documents.deleted_at is null
          and documents.file_hash is distinct from file."sha256"
      `.execute(this.#db);
      // When several documents were at one path, the last one is restored.
      await sql`
        update documents set restored_by = ${this.#by}
        where id in (
          select distinct on (gone.path) gone.id
          from documents as gone join ${rows} on file.path = gone.path
          where gone.deleted_at is not null and not exists (
            select from documents as living where living.path = gone.path and living.deleted_at is null
          )
          order by gone.path, gone.deleted_at desc
        )
      `.execute(this.#db);
    }
  }

  async listLiving(): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('documents')
      .select('path')
      .where('deleted_at', 'is', null)
      .execute();
    return rows.map(({ path }) => path);
  }

  async countMarked(): Promise<number> {
    const { count } = await this.#db
      .selectFrom('documents')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('restored_by', 'is not', null)
      .executeTakeFirstOrThrow();
    return count;
  }

  async mark(paths: readonly string[]): Promise<void> {
    for (const batch of batches(paths)) {
      await this.#db
        .updateTable('documents')
        .set({ restored_by: this.#by, file_size: null, file_mtime_ms: null })
        .where('path', 'in', batch)
        .where('deleted_at', 'is', null)
        .execute();
    }
  }

  /** SHA-256 by document path. */
  async publicCopies(): Promise<Map<string, string>> {
    const rows = await this.#db
      .selectFrom('documents')
      .innerJoin('document_history as open', (join) =>
        join
          .onRef('open.document_id', '=', 'documents.id')
          .onRef('open.hash', '=', 'documents.public_hash'),
      )
      .select(['documents.path', sql<string>`encode(sha256(open.bytes), 'hex')`.as('sha256')])
      .where('documents.deleted_at', 'is', null)
      .whereRef('documents.public_hash', '<>', 'documents.head_hash')
      .execute();
    return new Map(rows.map(({ path, sha256 }) => [path, sha256]));
  }

  listTrashed(): Promise<TrashedPlace[]> {
    return this.#db
      .selectFrom('trash')
      .innerJoin('documents', 'documents.id', 'trash.document_id')
      .select(['trash.path', 'documents.path as originalPath'])
      .execute();
  }

  async takeFromTrash(paths: readonly string[]): Promise<void> {
    for (const batch of batches(paths))
      await this.#db.deleteFrom('trash').where('path', 'in', batch).execute();
  }

  /** The history provides the bytes. */
  async putIntoTrashAgain(paths: readonly string[]): Promise<void> {
    for (const batch of batches(paths)) {
      await this.#db
        .updateTable('trash')
        .set({ state: 'moving' })
        .where('path', 'in', batch)
        .execute();
    }
  }

  /** Uses the last document at that path, unless it has an entry. */
  async addToTrash({ path, originalPath }: TrashedPlace, at: Date): Promise<void> {
    await sql`
      insert into trash (path, document_id, state, deleted_by, deleted_at)
      select ${path}, documents.id, 'kept', ${this.#by}, ${at}
      from documents
      where documents.path = ${originalPath}
        and not exists (select from trash where trash.document_id = documents.id)
      order by documents.deleted_at desc nulls first
      limit 1
    `.execute(this.#db);
  }
}

function* batches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += batchCount) yield all.slice(at, at + batchCount);
}
