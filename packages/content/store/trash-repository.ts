import { sql } from 'kysely';
import type { Database, TrashTable, Transaction } from '@galley/database';
import { reach, type Actor } from '@galley/kernel';
import type { IndexedDocument } from '../document/document.ts';
import { indexedDocument } from './document-rows.ts';
import { requireMoved } from './head-moved.ts';
import { ownedBy } from './ownership-read-model.ts';

export interface TrashEntry {
  readonly path: string;
  readonly type: string;
  readonly title: string;
  readonly deletedBy: string;
  readonly deletedAt: Date;
  readonly originalPath: string;
}

export interface TrashedDocument {
  readonly path: string;
  readonly indexed: IndexedDocument;
}

export interface UnfinishedMove {
  readonly path: string;
  readonly state: 'moving' | 'leaving';
  readonly documentId: number;
  readonly headHash: string;
}

export class TrashRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async insert(entry: Omit<TrashTable, 'state'>): Promise<void> {
    await this.#db
      .insertInto('trash')
      .values({ ...entry, state: 'moving' })
      .execute();
  }

  async markStored(path: string): Promise<void> {
    await this.#db
      .updateTable('trash')
      .set({ state: 'kept' })
      .where('path', '=', path)
      .where('state', '=', 'moving')
      .execute();
  }

  /** @throws `HeadMovedError` when the document is no longer in the trash */
  async markLeaving(path: string): Promise<void> {
    const { numUpdatedRows } = await this.#db
      .updateTable('trash')
      .set({ state: 'leaving' })
      .where('path', '=', path)
      .where('state', '<>', 'leaving')
      .executeTakeFirst();
    requireMoved(numUpdatedRows);
  }

  async remove(path: string): Promise<void> {
    await this.#db.deleteFrom('trash').where('path', '=', path).execute();
  }

  async listUnfinished(originalPath: string): Promise<UnfinishedMove[]> {
    const rows = await this.#unfinished()
      .select(['trash.path', 'trash.state', 'documents.id', 'documents.head_hash'])
      .where('documents.path', '=', originalPath)
      .execute();
    return rows.map(({ path, state, id, head_hash }) => ({
      path,
      state: state as UnfinishedMove['state'],
      documentId: id,
      headHash: head_hash,
    }));
  }

  async unfinishedPaths(): Promise<string[]> {
    const rows = await this.#unfinished().select('documents.path').distinct().execute();
    return rows.map(({ path }) => path);
  }

  /** Last deleted first. */
  async list(actor: Actor, limit: number): Promise<TrashEntry[]> {
    return this.#readable(actor)
      .select([
        'trash.path',
        'documents.type',
        'documents.title',
        'trash.deleted_by as deletedBy',
        'trash.deleted_at as deletedAt',
        'documents.path as originalPath',
      ])
      .orderBy('trash.deleted_at', 'desc')
      .orderBy('trash.path')
      .limit(limit)
      .execute();
  }

  /** By the path in the trash, or by the original path: then the last deleted. */
  async find(actor: Actor, path: string): Promise<TrashedDocument | undefined> {
    const row = await this.#readable(actor)
      .selectAll('documents')
      .select('trash.path as trash_path')
      .where((or) => or.or([or('trash.path', '=', path), or('documents.path', '=', path)]))
      .orderBy('trash.deleted_at', 'desc')
      .orderBy('trash.path')
      .limit(1)
      .executeTakeFirst();
    return row && { path: row.trash_path, indexed: indexedDocument(row) };
  }

  #unfinished() {
    return this.#db
      .selectFrom('trash')
      .innerJoin('documents', 'documents.id', 'trash.document_id')
      .where('trash.state', '<>', 'kept');
  }

  #readable(actor: Actor) {
    const entries = this.#db
      .selectFrom('trash')
      .innerJoin('documents', 'documents.id', 'trash.document_id')
      .where('trash.state', '<>', 'leaving');
    const reached = reach(actor, 'documents.read');
    if (reached === 'all') return entries;
    return entries.where(reached === 'own' ? ownedBy(actor.username) : sql<boolean>`false`);
  }
}
