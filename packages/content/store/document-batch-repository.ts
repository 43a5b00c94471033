import { sql, type RawBuilder } from 'kysely';
import type { Database, NewPublishedRow, Transaction } from '@galley/database';
import type { IndexedDocument, ReadDocument } from '../document/document.ts';
import type { FileStamp } from '../tree/content-tree.ts';
import type { KnownFile } from '../tree/known-file.ts';
import type { NewState, Outcome } from './change.ts';
import { goneColumns, historyRow, isMovingToTrash, stateColumns } from './document-repository.ts';
import {
  documentColumns,
  indexedDocument,
  isJsonColumn,
  publishedRow,
  workingColumns,
} from './document-rows.ts';
import { HeadMovedError } from './head-moved.ts';

type Head = Pick<IndexedDocument, 'documentId' | 'headHash'>;

export interface Move {
  readonly head: Head;
  readonly outcome: Outcome;
}

export interface ChangedPublicRow {
  readonly documentId: number;
  readonly document: ReadDocument;
  /** Null for a document that is no longer public. */
  readonly open: NewState['public'];
}

export interface UnstampedFile extends Head {
  readonly path: string;
  readonly fileHash: string | null;
}

export interface ConfirmedFile extends Head {
  readonly fileHash: string;
  readonly stamp: FileStamp;
}

export interface WrittenFile extends Head {
  readonly known: KnownFile;
}

/**
 * Rows are sent as one JSON text: separate parameters would take PostgreSQL longer, and need a type for each column.
 * Each method takes the same number of statements for any number of documents. Rows are locked by id, as in
 * `SearchRepository`, which avoids deadlocks.
 */
export class DocumentBatchRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Living documents with no unfinished work: no pending write, restore, or move into or out of the trash. */
  async listReconciled(paths: readonly string[]): Promise<IndexedDocument[]> {
    const rows = await this.#db
      .selectFrom('documents')
      .select(documentColumns)
      .where('path', 'in', paths)
      .where('deleted_at', 'is', null)
      .where('restored_by', 'is', null)
      .where('materialised', '=', true)
      .where(sql<boolean>`not ${isMovingToTrash()}`)
      .execute();
    return rows.map(indexedDocument);
  }

  /** Paths with a living document, or with one whose file is on its way to the trash. */
  async listOccupied(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ path: string }>`
      select path from unnest(${paths}::text[]) as asked (path)
      where ${isMovingToTrash(sql.ref('asked.path'))} or exists (
        select from documents where documents.path = asked.path and documents.deleted_at is null
      )
    `.execute(this.#db);
    return new Set(rows.map(({ path }) => path));
  }

  /** Only `commit` calls it. @throws `HeadMovedError` when the head of any document differs */
  async advance(moves: readonly Move[]): Promise<void> {
    await this.#lockHeads(moves.map(({ head }) => head));
    // Two statements, because rows of unwritten documents keep the columns of their file.
    await this.#updateRows(moves.filter(({ outcome }) => outcome.state.file !== null));
    await this.#updateRows(moves.filter(({ outcome }) => outcome.state.file === null));
    await this.#addHistory(moves);
  }

  async #lockHeads(heads: readonly Head[]): Promise<void> {
    const { rows } = await sql`
      select documents.id from documents
      join unnest(
        ${heads.map(({ documentId }) => documentId)}::bigint[],
        ${heads.map(({ headHash }) => headHash)}::text[]
      ) as seen (id, head_hash) on documents.id = seen.id and documents.head_hash = seen.head_hash
      order by documents.id
      for no key update of documents
    `.execute(this.#db);
    if (rows.length !== heads.length) throw new HeadMovedError();
  }

  async #updateRows(moves: readonly Move[]): Promise<void> {
    if (moves.length === 0) return;
    const rows = moves.map(({ head: { documentId: id }, outcome: { snapshot, state } }) => ({
      id,
      ...workingColumns(snapshot.document),
      ...stateColumns(state, snapshot),
      deleted_at: null,
      restored_by: null,
    }));
    const names = Object.keys(rows[0]!).filter((name) => name !== 'id');
    const columns = names.map((name) => sql`${sql.ref(name)} = ${jsonValue(name)}`);
    await sql`
      update documents set ${sql.join(columns)}
      from json_populate_recordset(null::documents, ${JSON.stringify(rows)}::json) as next
      where documents.id = next.id
    `.execute(this.#db);
  }

  async #addHistory(moves: readonly Move[]): Promise<void> {
    const rows = moves.map(({ head: { documentId }, outcome: { snapshot } }) => {
      const { bytes, ...row } = historyRow({ documentId, snapshot });
      return { ...row, bytes: `\\x${bytes.toString('hex')}` };
    });
    const columns = sql.join(Object.keys(rows[0]!).map((name) => sql.ref(name)));
    // Unique, because the documents' rows are locked.
    const next = sql`(select max(seq) + 1 from document_history where document_id = entry.document_id)`;
    await sql`
      insert into document_history (seq, ${columns})
      select ${next}, ${columns}
      from json_populate_recordset(null::document_history, ${JSON.stringify(rows)}::json) as entry
    `.execute(this.#db);
  }

  /** Only `commit` calls it. */
  async setPublic(changed: readonly ChangedPublicRow[]): Promise<void> {
    const rows = changed.flatMap(({ documentId, document, open }) =>
      open ? [publishedRow(document, { documentId, hash: open.hash, publishedAt: open.at })] : [],
    );
    if (rows.length > 0) await this.#upsertPublic(rows);
    const closed = changed.filter(({ open }) => !open);
    await this.#removePublic(closed.map(({ documentId }) => documentId));
  }

  async #upsertPublic(rows: readonly NewPublishedRow[]): Promise<void> {
    const names = Object.keys(rows[0]!).map((name) => sql.ref(name));
    const values = Object.keys(rows[0]!).map(jsonValue);
    const updates = names.map((name) => sql`${name} = excluded.${name}`);
    await sql`
      insert into published_documents (${sql.join(names)})
      select ${sql.join(values)}
      from json_populate_recordset(null::published_documents, ${JSON.stringify(rows)}::json) as next
      on conflict (document_id) do update set ${sql.join(updates)}
    `.execute(this.#db);
  }

  async #removePublic(documentIds: readonly number[]): Promise<void> {
    if (documentIds.length === 0) return;
    await this.#db
      .deleteFrom('published_documents')
      .where('document_id', 'in', documentIds)
      .execute();
  }

  /** Only `commit` calls it. @throws as `advance` */
  async markGone(heads: readonly Head[], at: Date): Promise<void> {
    await this.#lockHeads(heads);
    const ids = heads.map(({ documentId }) => documentId);
    await this.#db.updateTable('documents').set(goneColumns(at)).where('id', 'in', ids).execute();
    await this.#removePublic(ids);
    await this.#db.deleteFrom('document_search').where('document_id', 'in', ids).execute();
  }

  /** Bytes of the public revisions, by document. */
  async publicBytes(documentIds: readonly number[]): Promise<ReadonlyMap<number, Buffer>> {
    if (documentIds.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('documents')
      .innerJoin('document_history', (join) =>
        join
          .onRef('document_history.document_id', '=', 'documents.id')
          .onRef('document_history.hash', '=', 'documents.public_hash'),
      )
      .select(['documents.id', 'document_history.bytes'])
      .where('documents.id', 'in', documentIds)
      .execute();
    return new Map(rows.map(({ id, bytes }) => [id, bytes]));
  }

  /** Skips documents whose head differs: they stay unwritten and are reconciled later. */
  async markMaterialised(files: readonly WrittenFile[]): Promise<void> {
    if (files.length === 0) return;
    await sql`
      update documents set materialised = true,
        file_hash = file.hash, file_size = file.size, file_mtime_ms = file.mtime_ms
      from (
        select found.* from documents
        join unnest(
          ${files.map(({ documentId }) => documentId)}::bigint[],
          ${files.map(({ headHash }) => headHash)}::text[],
          ${files.map(({ known }) => known.hash)}::text[],
          ${files.map(({ known }) => known.stamp?.size ?? null)}::bigint[],
          ${files.map(({ known }) => known.stamp?.mtimeMs ?? null)}::double precision[]
        ) as found (id, head_hash, hash, size, mtime_ms)
          on documents.id = found.id and documents.head_hash = found.head_hash
        order by documents.id
        for no key update of documents skip locked
      ) as file
      where documents.id = file.id
    `.execute(this.#db);
  }

  /** Living documents with a written file that the next scan would read. */
  async listUnstamped(paths: readonly string[]): Promise<UnstampedFile[]> {
    return this.#db
      .selectFrom('documents')
      .select(['id as documentId', 'head_hash as headHash', 'path', 'file_hash as fileHash'])
      .where('path', 'in', paths)
      .where('deleted_at', 'is', null)
      .where('materialised', '=', true)
      .where('file_mtime_ms', 'is', null)
      .execute();
  }

  /**
   * So that the next scan need not read the files. Skips documents that have changed since the files were read, and
   * those being changed: a write in progress must not delay a shutdown.
   */
  async confirmFiles(files: readonly ConfirmedFile[]): Promise<void> {
    if (files.length === 0) return;
    await sql`
      update documents set file_size = file.size, file_mtime_ms = file.mtime_ms
      from (
        select found.* from documents
        join unnest(
          ${files.map(({ documentId }) => documentId)}::bigint[],
          ${files.map(({ headHash }) => headHash)}::text[],
          ${files.map(({ fileHash }) => fileHash)}::text[],
          ${files.map(({ stamp }) => stamp.size)}::bigint[],
          ${files.map(({ stamp }) => stamp.mtimeMs)}::double precision[]
        ) as found (id, head_hash, file_hash, size, mtime_ms)
          on documents.id = found.id and documents.head_hash = found.head_hash
            and documents.file_hash = found.file_hash
        where documents.materialised
        order by documents.id
        for no key update of documents skip locked
      ) as file
      where documents.id = file.id
    `.execute(this.#db);
  }
}

/** Columns of type `jsonb` hold JSON text in the rows. */
function jsonValue(name: string): RawBuilder<unknown> {
  const value = sql.ref(`next.${name}`);
  return isJsonColumn(name) ? sql`(${value} #>> '{}')::jsonb` : value;
}
