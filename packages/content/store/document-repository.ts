import { sql, type RawBuilder } from 'kysely';
import type { Database, DocumentRow, Transaction, Write } from '@galley/database';
import type { NewSnapshot, NewState, Outcome } from './change.ts';
import { contextFrom, contextOf, type DocumentContext } from './document-context-read-model.ts';
import type { IndexedDocument, ReadDocument } from '../document/document.ts';
import {
  documentColumns,
  editorialColumns,
  indexedDocument,
  publishedRow,
  workingColumns,
} from './document-rows.ts';
import type { KnownFile } from '../tree/known-file.ts';
import { requireMoved } from './head-moved.ts';

/** SQL: a move of the path to or from the trash is unfinished. */
export function isMovingToTrash(path: RawBuilder<unknown> = sql.ref('documents.path')) {
  return sql<boolean>`${path} in (
    select trashed.path from trash join documents as trashed on trashed.id = trash.document_id
    where trash.state <> 'kept'
  )`;
}

export interface FoundRow {
  readonly indexed: IndexedDocument | undefined;
  readonly isTrashing: boolean;
}

export interface InsertedDocuments {
  readonly ids: ReadonlyMap<string, number>;
  readonly writes: readonly Write[];
}

export interface FoundInContext extends FoundRow {
  readonly context: DocumentContext | undefined;
}

type Head = Pick<IndexedDocument, 'documentId' | 'headHash'>;

const notPublic = { publicHash: null, publishedRevision: null, publishedAt: null };

type PlainColumns = Partial<Omit<DocumentRow, 'problem' | 'taxonomies' | 'fields' | 'params'>>;

/** Only `commit` calls `insert`, `advance`, `setPublic` and `markGone`. A changed head throws `HeadMovedError`. */
export class DocumentRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async find(path: string): Promise<IndexedDocument | undefined> {
    const row = await this.#db
      .selectFrom('documents')
      .select(documentColumns)
      .where('path', '=', path)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return row && indexedDocument(row);
  }

  /** Reports unfinished moves in the trash for the path as well. */
  async findBesideTrash(path: string): Promise<FoundRow> {
    return foundRow(await this.#besideTrash(path).executeTakeFirstOrThrow());
  }

  /** As `findBesideTrash`, for a change. */
  async findInContext(path: string, now: Date): Promise<FoundInContext> {
    const row = await this.#besideTrash(path)
      .select(contextOf(sql.ref('documents.id'), now).as('context'))
      .executeTakeFirstOrThrow();
    const found = foundRow(row);
    return { ...found, context: found.indexed && contextFrom(row.context) };
  }

  /** Always a single row: about the path, and about its document if there is one. */
  #besideTrash(path: string) {
    const asked = isMovingToTrash(sql`${path}::text`).as('is_trashing');
    return this.#db
      .selectFrom(this.#db.selectNoFrom(asked).as('asked'))
      .leftJoin('documents', (join) =>
        join.on('documents.path', '=', path).on('documents.deleted_at', 'is', null),
      )
      .select(documentColumns)
      .select('asked.is_trashing');
  }

  /** Its history continues when the file reappears. Documents in the trash return only from there. */
  async findGone(path: string): Promise<IndexedDocument | undefined> {
    const row = await this.#db
      .selectFrom('documents')
      .select(documentColumns)
      .where('path', '=', path)
      .where('deleted_at', 'is not', null)
      .where('id', 'not in', (trashed) => trashed.selectFrom('trash').select('document_id'))
      .orderBy('deleted_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row && { ...indexedDocument(row), ...notPublic };
  }

  async bytesOf(documentId: number, hash: string): Promise<Buffer> {
    const row = await this.#db
      .selectFrom('document_history')
      .select('bytes')
      .where('document_id', '=', documentId)
      .where('hash', '=', hash)
      .executeTakeFirstOrThrow();
    return row.bytes;
  }

  /**
   * A single statement regardless of their number; taken paths are skipped. Returns ids by snapshot hash. The caller executes
   * the writes, which need the rows, before the next change of any of these documents.
   */
  async insert(documents: readonly Outcome[]): Promise<InsertedDocuments> {
    if (documents.length === 0) return { ids: new Map(), writes: [] };
    const inserted = await this.#db
      .insertInto('documents')
      .values(
        documents.map(({ snapshot, state }) => ({
          ...workingColumns(snapshot.document),
          ...stateColumns(state, snapshot),
        })),
      )
      .onConflict((conflict) => conflict.column('path').where('deleted_at', 'is', null).doNothing())
      .returning(['id', 'path'])
      .execute();
    const idOf = new Map(inserted.map(({ id, path }) => [path, id]));
    const added = documents.flatMap(({ snapshot, state }) => {
      const documentId = idOf.get(snapshot.document.place.path);
      return documentId === undefined ? [] : [{ documentId, snapshot, state }];
    });
    const entries = added.map((one) => ({ ...historyRow(one), seq: 1 }));
    const open = added.flatMap(({ documentId, snapshot, state }) =>
      state.public
        ? [
            publishedRow(snapshot.document, {
              documentId,
              hash: state.public.hash,
              publishedAt: state.public.at,
            }),
          ]
        : [],
    );
    return {
      ids: new Map(added.map(({ documentId, snapshot }) => [snapshot.entry.hash, documentId])),
      writes: [
        ...(added.length > 0 ? [this.#db.insertInto('document_history').values(entries)] : []),
        ...(open.length > 0 ? [this.#db.insertInto('published_documents').values(open)] : []),
      ],
    };
  }

  async advance({ documentId, headHash }: Head, { snapshot, state }: Outcome): Promise<void> {
    const moved = this.#db
      .updateTable('documents')
      .set({
        ...workingColumns(snapshot.document),
        ...stateColumns(state, snapshot),
        deleted_at: null,
        restored_by: null,
      })
      .where('id', '=', documentId)
      .where('head_hash', '=', headHash)
      .returning('id');
    const entry = { ...historyRow({ documentId, snapshot }), seq: nextSeq(documentId) };
    const { numAffectedRows } = await sql`
      with moved as (${moved})
      insert into document_history (${sql.join(Object.keys(entry).map((name) => sql.ref(name)))})
      select ${sql.join(Object.values(entry))} from moved
    `.execute(this.#db);
    requireMoved(numAffectedRows!);
  }

  async setPublic(
    documentId: number,
    revision: { document: ReadDocument; hash: string; at: Date } | null,
  ): Promise<void> {
    if (!revision) {
      await this.#db
        .deleteFrom('published_documents')
        .where('document_id', '=', documentId)
        .execute();
      return;
    }
    const { document, hash, at: publishedAt } = revision;
    const row = publishedRow(document, { documentId, hash, publishedAt });
    await this.#db
      .insertInto('published_documents')
      .values(row)
      .onConflict((conflict) => conflict.column('document_id').doUpdateSet(row))
      .execute();
  }

  /** Not within a transaction. Does not wait for the disk: if the server crashes, the file is checked once more. */
  async markMaterialised({ documentId, headHash }: Head, file: KnownFile): Promise<void> {
    const { numUpdatedRows } = await this.#db
      .updateTable('documents')
      .from(sql`(select set_config('synchronous_commit', 'off', true))`.as('unsynced'))
      .set({ materialised: true, ...fileColumns(file) })
      .where('id', '=', documentId)
      .where('head_hash', '=', headHash)
      .executeTakeFirst();
    requireMoved(numUpdatedRows);
  }

  /** The newest snapshot may not be written yet. */
  async noteFound(head: Head, fileHash: string | null): Promise<void> {
    await this.#updateAt(head, { file_hash: fileHash, file_size: null, file_mtime_ms: null });
  }

  /** The files are then written again from the history. */
  async forgetFiles(head: Head): Promise<void> {
    await this.#updateAt(head, { materialised: false, restored_by: null });
  }

  /** A document in the trash is no longer public when it returns. */
  async markTrashed(head: Head, at: Date): Promise<void> {
    const closed = { public_hash: null, published_revision: null, published_at: null };
    await this.#updateAt(head, { ...goneColumns(at), ...closed });
  }

  async markGone(head: Head, at: Date): Promise<void> {
    await this.#updateAt(head, goneColumns(at));
  }

  /** From the same bytes, after the settings or the derivation changed. */
  async rederive(
    { documentId, headHash, publicHash, publishedAt }: IndexedDocument,
    head: ReadDocument,
    open?: ReadDocument,
  ): Promise<void> {
    const { problem, ...derivedColumns } = workingColumns(head);
    // Unreadable files have no title or author, so the index keeps the known ones.
    await this.#db
      .updateTable('documents')
      .set(head.problem ? { problem } : { ...derivedColumns, problem })
      .where('id', '=', documentId)
      .where('head_hash', '=', headHash)
      .execute();
    if (!open || publicHash === null) return;
    const columns = publishedRow(open, { documentId, hash: '', publishedAt: new Date(0) });
    const { document_id: _id, hash: _hash, published_at: _at, date, ...derived } = columns;
    const { numUpdatedRows } = await this.#db
      .updateTable('published_documents')
      .set({ ...derived, ...(open.metadata.date && { date }) })
      .where('document_id', '=', documentId)
      // Another text published in the meantime was already read with the current settings.
      .where('hash', '=', publicHash)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) return;
    await this.#addPublished(
      publishedRow(open, { documentId, hash: publicHash, publishedAt: publishedAt ?? new Date() }),
    );
  }

  /** A backup has no public rows. Skips a text that is no longer public. */
  async #addPublished(row: ReturnType<typeof publishedRow>): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      const isPublic = await transaction
        .selectFrom('documents')
        .select('id')
        .where('id', '=', row.document_id)
        .where('public_hash', '=', row.hash)
        .where('deleted_at', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (!isPublic) return;
      await transaction
        .insertInto('published_documents')
        .values(row)
        .onConflict((conflict) => conflict.column('document_id').doNothing())
        .execute();
    });
  }

  async listAfter(documentId: number, limit: number): Promise<IndexedDocument[]> {
    const rows = await this.#db
      .selectFrom('documents')
      .select(documentColumns)
      .where('deleted_at', 'is', null)
      .where('id', '>', documentId)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(indexedDocument);
  }

  async listHeads(
    documentIds: readonly number[],
  ): Promise<{ readonly indexed: IndexedDocument; readonly bytes: Buffer }[]> {
    const rows = await this.#db
      .selectFrom('documents')
      .innerJoin('document_history', (join) =>
        join
          .onRef('document_history.document_id', '=', 'documents.id')
          .onRef('document_history.hash', '=', 'documents.head_hash'),
      )
      .select(documentColumns)
      .select('document_history.bytes')
      .where('documents.id', 'in', documentIds)
      .where('documents.deleted_at', 'is', null)
      .execute();
    return rows.map(({ bytes, ...row }) => ({ indexed: indexedDocument(row), bytes }));
  }

  async gonePaths(): Promise<Set<string>> {
    const rows = await this.#db
      .selectFrom('documents')
      .select('path')
      .where('deleted_at', 'is not', null)
      .execute();
    return new Set(rows.map(({ path }) => path));
  }

  async #updateAt({ documentId, headHash }: Head, columns: PlainColumns): Promise<void> {
    const { numUpdatedRows } = await this.#db
      .updateTable('documents')
      .set(columns)
      .where('id', '=', documentId)
      .where('head_hash', '=', headHash)
      .executeTakeFirst();
    requireMoved(numUpdatedRows);
  }
}

/** The columns are null without a document. */
function foundRow({
  is_trashing: isTrashing,
  ...row
}: { readonly is_trashing: boolean } & Readonly<
  Partial<Record<keyof DocumentRow, unknown>>
>): FoundRow {
  return { indexed: row.id === null ? undefined : indexedDocument(row as DocumentRow), isTrashing };
}

export function historyRow({
  documentId,
  snapshot: { entry, document },
}: {
  readonly documentId: number;
  readonly snapshot: NewSnapshot;
}) {
  return {
    document_id: documentId,
    hash: entry.hash,
    parent_hash: entry.parentHash,
    author: entry.author,
    message: entry.message,
    kind: entry.kind,
    status: entry.status,
    revision: entry.revision,
    at: entry.at,
    bytes: document.bytes,
    owner: document.metadata.author,
    on_behalf_of: entry.onBehalfOf && [...entry.onBehalfOf],
    renamed_from: entry.renamedFrom,
  };
}

/** Unique only under a lock on the document's row. */
function nextSeq(documentId: number): RawBuilder<number> {
  return sql`(select max(seq) + 1 from document_history where document_id = ${documentId})`;
}

/** The columns of the public revision stay, for files that return soon (`RenameFollower`). */
export function goneColumns(at: Date) {
  return {
    deleted_at: at,
    file_hash: null,
    restored_by: null,
  };
}

export function stateColumns(state: NewState, { entry }: NewSnapshot) {
  return {
    head_hash: entry.hash,
    status: state.status,
    public_hash: state.public?.hash ?? null,
    published_revision: state.public?.revision ?? null,
    published_at: state.public?.at ?? null,
    ...editorialColumns(state.editorial, entry.hash),
    materialised: state.file !== null,
    ...(state.file ? fileColumns(state.file) : {}),
  };
}

function fileColumns({ hash, stamp }: KnownFile) {
  return { file_hash: hash, file_size: stamp?.size ?? null, file_mtime_ms: stamp?.mtimeMs ?? null };
}
