import { sql, type RawBuilder } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import type { DocumentStatus, EditorialFacts } from '@galley/editorial';
import type { HistoryEntry, IndexedDocument, ReadDocument } from '../document/document.ts';
import {
  editorialColumns,
  indexedDocument,
  publishedRow,
  workingColumns,
} from './document-rows.ts';
import type { KnownFile } from '../tree/known-file.ts';
import { SearchRepository } from '../search/search-repository.ts';

/** A snapshot about to be kept: the entry, and the document as it then reads. */
export interface NewSnapshot {
  readonly entry: HistoryEntry;
  readonly document: ReadDocument;
}

/** What a change leaves `documents` at. */
export interface NewState {
  readonly status: DocumentStatus;
  readonly public: { readonly hash: string; readonly revision: string; readonly at: Date } | null;
  readonly editorial: EditorialFacts;
  /** Null when the file is yet to be written. */
  readonly file: KnownFile | null;
}

/** Documents as rows: the index, the history, the search and what is public, changed together in one transaction. */
export class DocumentRepository {
  readonly #db: Database;
  readonly #search: SearchRepository;

  constructor(db: Database | Transaction) {
    this.#db = db;
    this.#search = new SearchRepository(db);
  }

  async find(path: string): Promise<IndexedDocument | undefined> {
    const row = await this.#db
      .selectFrom('documents')
      .selectAll()
      .where('path', '=', path)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return row && indexedDocument(row);
  }

  /** As `find`, and whether the trash may have something half done of documents that are or were at the path. */
  async findBesideTrash(
    path: string,
  ): Promise<{ readonly indexed: IndexedDocument | undefined; readonly isTrashing: boolean }> {
    const row = await this.#db
      .selectFrom('documents')
      .selectAll()
      .select((documents) =>
        documents
          .exists(
            documents
              .selectFrom('trash')
              .innerJoin('documents as trashed', 'trashed.id', 'trash.document_id')
              .select('trash.path')
              .where('trash.state', '<>', 'kept')
              .where('trashed.path', '=', path),
          )
          .as('is_trashing'),
      )
      .where('path', '=', path)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!row) return { indexed: undefined, isTrashing: true };
    return { indexed: indexedDocument(row), isTrashing: row.is_trashing as boolean };
  }

  /**
   * The document that was last at this path and whose file has gone; its history goes on when the file comes back.
   * One that is in the trash comes back from there alone.
   */
  async findGone(path: string): Promise<IndexedDocument | undefined> {
    const row = await this.#db
      .selectFrom('documents')
      .selectAll()
      .where('path', '=', path)
      .where('deleted_at', 'is not', null)
      .where('id', 'not in', (trashed) => trashed.selectFrom('trash').select('document_id'))
      .orderBy('deleted_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row && indexedDocument(row);
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

  /** Adds a document with its first snapshot. Undefined when the path is taken. */
  async insert(snapshot: NewSnapshot, state: NewState): Promise<number | undefined> {
    const [added] = await this.insertMany([{ snapshot, state }]);
    if (added) await this.#makeSearchable(added.documentId, snapshot);
    return added?.documentId;
  }

  /**
   * Adds documents with their first snapshots, in three statements whatever their number; taken paths are left out.
   * No search finds them before `SearchFiller` has been there: putting their texts into words takes as long again.
   */
  async insertMany(
    documents: readonly { readonly snapshot: NewSnapshot; readonly state: NewState }[],
  ): Promise<{ readonly documentId: number; readonly headHash: string }[]> {
    if (documents.length === 0) return [];
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
    if (added.length === 0) return [];
    await this.#insertHistory(added.map((one) => ({ ...one, seq: 1 })));
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
    if (open.length > 0) await this.#db.insertInto('published_documents').values(open).execute();
    return added.map(({ documentId, snapshot }) => ({ documentId, headHash: snapshot.entry.hash }));
  }

  /**
   * Adds a snapshot on top of `before` and moves the index to it. False when `before` is no longer the head:
   * then nothing has changed.
   */
  async advance(before: IndexedDocument, snapshot: NewSnapshot, state: NewState): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('documents')
      .set({
        ...workingColumns(snapshot.document),
        ...stateColumns(state, snapshot),
        deleted_at: null,
        restored_by: null,
      })
      .where('id', '=', before.documentId)
      .where('head_hash', '=', before.headHash)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    const { documentId } = before;
    await this.#insertHistory([{ documentId, snapshot, seq: nextSeq(documentId) }]);
    await this.#makeSearchable(documentId, snapshot);
    return true;
  }

  /** Makes a revision public, or takes the document off the public. */
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

  async markMaterialised(
    { documentId, headHash }: Pick<IndexedDocument, 'documentId' | 'headHash'>,
    file: KnownFile,
  ): Promise<void> {
    await this.#db
      .updateTable('documents')
      .set({ materialised: true, ...fileColumns(file) })
      .where('id', '=', documentId)
      .where('head_hash', '=', headHash)
      .execute();
  }

  /** What was found in the file while the newest snapshot is yet to be written. */
  async noteFound(
    { documentId, headHash }: Pick<IndexedDocument, 'documentId' | 'headHash'>,
    fileHash: string | null,
  ): Promise<void> {
    await this.#db
      .updateTable('documents')
      .set({ file_hash: fileHash, file_size: null, file_mtime_ms: null })
      .where('id', '=', documentId)
      .where('head_hash', '=', headHash)
      .execute();
  }

  /** What the tree has of a document is to be written anew from the history. */
  async forgetFiles({ documentId, headHash }: IndexedDocument): Promise<void> {
    await this.#db
      .updateTable('documents')
      .set({ materialised: false, restored_by: null })
      .where('id', '=', documentId)
      .where('head_hash', '=', headHash)
      .execute();
  }

  /** The file has gone from the tree: the document leaves the index and the public; its history stays. */
  async markGone(documentId: number, at: Date): Promise<void> {
    await this.setPublic(documentId, null);
    await this.#db
      .updateTable('documents')
      .set({
        deleted_at: at,
        public_hash: null,
        published_revision: null,
        published_at: null,
        file_hash: null,
        restored_by: null,
      })
      .where('id', '=', documentId)
      .execute();
    // After the document's row is locked, as everybody who writes both does it.
    await this.#search.remove(documentId);
  }

  /** Metadata and addresses anew from the same bytes, after the site's settings or the way of reading changed. */
  async rederive(
    { documentId, headHash, publicHash, publishedAt }: IndexedDocument,
    head: ReadDocument,
    open?: ReadDocument,
  ): Promise<void> {
    const { problem, ...derivedColumns } = workingColumns(head);
    // A file that cannot be read says nothing of its title or author; the index keeps what it knew.
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
      // Somebody may have published another text meanwhile; that was read with the settings as they are.
      .where('hash', '=', publicHash)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) return;
    await this.#addPublished(
      publishedRow(open, { documentId, hash: publicHash, publishedAt: publishedAt ?? new Date() }),
    );
  }

  /** The row of a restored database, whose backup has none, as long as the same text is public. */
  async #addPublished(row: ReturnType<typeof publishedRow>): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      const isPublic = await transaction
        .selectFrom('documents')
        .select('id')
        .where('id', '=', row.document_id)
        .where('public_hash', '=', row.hash)
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

  /** Living documents in the order of their ids, a batch at a time. */
  async listAfter(documentId: number, limit: number): Promise<IndexedDocument[]> {
    const rows = await this.#db
      .selectFrom('documents')
      .selectAll()
      .where('deleted_at', 'is', null)
      .where('id', '>', documentId)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(indexedDocument);
  }

  /** Living documents with the bytes of their newest snapshots. */
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
      .selectAll('documents')
      .select('document_history.bytes')
      .where('documents.id', 'in', documentIds)
      .where('documents.deleted_at', 'is', null)
      .execute();
    return rows.map(({ bytes, ...row }) => ({ indexed: indexedDocument(row), bytes }));
  }

  /** Paths at which there once was a document whose file has gone. */
  async gonePaths(): Promise<Set<string>> {
    const rows = await this.#db
      .selectFrom('documents')
      .select('path')
      .where('deleted_at', 'is not', null)
      .execute();
    return new Set(rows.map(({ path }) => path));
  }

  #makeSearchable(documentId: number, { entry, document }: NewSnapshot): Promise<void> {
    return this.#search.write([{ documentId, headHash: entry.hash, document }]);
  }

  async #insertHistory(
    entries: readonly {
      documentId: number;
      snapshot: NewSnapshot;
      seq: number | RawBuilder<number>;
    }[],
  ): Promise<void> {
    await this.#db
      .insertInto('document_history')
      .values(
        entries.map(({ documentId, seq, snapshot: { entry, document } }) => ({
          document_id: documentId,
          seq,
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
        })),
      )
      .execute();
  }
}

/** The document's row is locked, so that nobody else takes the same. */
function nextSeq(documentId: number): RawBuilder<number> {
  return sql`(select max(seq) + 1 from document_history where document_id = ${documentId})`;
}

function stateColumns(state: NewState, { entry }: NewSnapshot) {
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
