import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { reach, type Actor } from '@galley/kernel';
import type { FileStamp } from './content-tree.ts';
import type { DocumentStatus, HistoryEntry, HistoryKind, IndexedDocument } from './document.ts';
import { indexedDocument } from './document-rows.ts';

export interface DocumentQuery {
  readonly type?: string | undefined;
  readonly lang?: string | undefined;
  readonly status?: DocumentStatus | undefined;
  readonly author?: string | undefined;
  readonly sort?: 'updated_at' | 'date' | 'title' | 'path' | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  readonly page: number;
  readonly pageSize: number;
}

export interface StampedFile {
  readonly path: string;
  readonly materialised: boolean;
  /** Null when the file has to be read to know. */
  readonly stamp: FileStamp | null;
}

const changedAt = sql<Date | null>`coalesce(updated_at, created_at, date)`;

/** Lists of documents as people see them: only what the actor may read. */
export class DocumentReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(
    actor: Actor,
    query: DocumentQuery,
  ): Promise<{ items: IndexedDocument[]; total: number }> {
    const matching = this.#matching(actor, query);
    const sort = query.sort ?? 'updated_at';
    const order = query.order ?? (sort === 'updated_at' || sort === 'date' ? 'desc' : 'asc');
    const [rows, { total }] = await Promise.all([
      matching
        .selectAll()
        .orderBy(sort === 'updated_at' ? changedAt : sort, (by) =>
          order === 'desc' ? by.desc().nullsLast() : by.asc().nullsLast(),
        )
        .orderBy('path')
        .limit(query.pageSize)
        .offset((query.page - 1) * query.pageSize)
        .execute(),
      matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return { items: rows.map(indexedDocument), total };
  }

  async history(documentId: number): Promise<HistoryEntry[]> {
    const rows = await this.#db
      .selectFrom('document_history')
      .select(['hash', 'parent_hash', 'author', 'message', 'kind', 'status', 'revision', 'at'])
      .where('document_id', '=', documentId)
      .orderBy('seq', 'desc')
      .execute();
    return rows.map(({ parent_hash, kind, status, ...row }) => ({
      ...row,
      parentHash: parent_hash,
      kind: kind as HistoryKind,
      status: status as DocumentStatus,
    }));
  }

  /** Every document that the index believes to be in the tree. */
  async stampedFiles(): Promise<StampedFile[]> {
    const rows = await this.#db
      .selectFrom('documents')
      .select(['path', 'materialised', 'file_size', 'file_mtime_ms'])
      .where('deleted_at', 'is', null)
      .execute();
    return rows.map(({ path, materialised, file_size, file_mtime_ms }) => ({
      path,
      materialised,
      stamp:
        file_size === null || file_mtime_ms === null
          ? null
          : { size: file_size, mtimeMs: file_mtime_ms },
    }));
  }

  async problems(): Promise<IndexedDocument[]> {
    const rows = await this.#db
      .selectFrom('documents')
      .selectAll()
      .where('deleted_at', 'is', null)
      .where('problem', 'is not', null)
      .orderBy('path')
      .execute();
    return rows.map(indexedDocument);
  }

  #matching(actor: Actor, { type, lang, status, author }: DocumentQuery) {
    let matching = this.#db.selectFrom('documents').where('deleted_at', 'is', null);
    const reached = reach(actor, 'documents.read');
    if (reached === 'none') matching = matching.where(sql<boolean>`false`);
    if (reached === 'own') matching = matching.where('author', '=', actor.username);
    if (type !== undefined) matching = matching.where('type', '=', type);
    if (lang !== undefined) matching = matching.where('lang', '=', lang);
    if (status !== undefined) matching = matching.where('status', '=', status);
    if (author !== undefined) matching = matching.where('author', '=', author);
    return matching;
  }
}
