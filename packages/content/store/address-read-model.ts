import { sql } from 'kysely';
import type { Database } from '@galley/database';
import type { SummarizedDocument } from '../document/document.ts';
import { summarizedDocument, summaryColumns } from './document-rows.ts';

/** Without access rules. */
export class AddressReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Another document whose working text or public revision has the address. */
  async findOther(url: string, documentId: number): Promise<SummarizedDocument | undefined> {
    const row = await this.#db
      .selectFrom('documents')
      .select(summaryColumns)
      .where('deleted_at', 'is', null)
      .where('id', '<>', documentId)
      .where(
        sql<boolean>`(url = ${url} or id = (select document_id from published_documents
          where url = ${url} and document_id <> ${documentId} order by path limit 1))`,
      )
      .orderBy('path')
      .executeTakeFirst();
    return row && summarizedDocument(row);
  }

  async publicUrl(documentId: number): Promise<string | null> {
    const row = await this.#db
      .selectFrom('published_documents')
      .select('url')
      .where('document_id', '=', documentId)
      .executeTakeFirst();
    return row?.url ?? null;
  }

  async listByIds(ids: readonly string[]): Promise<readonly SummarizedDocument[]> {
    const rows = await this.#db
      .selectFrom('documents')
      .select(summaryColumns)
      .where('deleted_at', 'is', null)
      .where('public_id', 'in', ids)
      .orderBy('lang')
      .execute();
    return rows.map(summarizedDocument);
  }
}
