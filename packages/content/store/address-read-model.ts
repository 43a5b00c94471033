import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { reach, type Actor } from '@galley/kernel';
import type { SummarizedDocument } from '../document/document.ts';
import { summarizedDocument, summaryColumns } from './document-rows.ts';
import { ownedBy } from './ownership-read-model.ts';

export interface TermUse {
  readonly name: string;
  readonly count: number;
}

const maxTerms = 1_000;

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

  /** Each spelling, most used first, in documents that the actor can read and in public ones. */
  async terms(actor: Actor, taxonomy: string): Promise<TermUse[]> {
    const { rows } = await sql<TermUse>`
      select term.name, count(*) as count
      from ${readableTerms(actor)} as used (taxonomies)
      cross join lateral jsonb_array_elements_text(taxonomies -> ${taxonomy}::text) as term (name)
      group by term.name
      order by count(*) desc, term.name collate "C"
      limit ${maxTerms}
    `.execute(this.#db);
    return rows;
  }
}

function readableTerms(actor: Actor) {
  if (reach(actor, 'documents.read') === 'all')
    return sql`(select taxonomies from documents where deleted_at is null)`;
  return sql`(
    select taxonomies from published_documents
    union all
    select taxonomies from documents
    where deleted_at is null and public_hash is null and ${ownedBy(actor.username)}
  )`;
}
