import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import type { ReadDocument } from '../document.ts';
import { LexemeRepository } from './lexeme-repository.ts';
import { searchText, vectorTexts, type SearchText } from './search-vector.ts';

/** A text to be searched, and the head of the history that it is the text of. */
export interface SearchedSnapshot {
  readonly documentId: number;
  readonly headHash: string;
  readonly document: ReadDocument;
}

/** Putting many texts into words takes the process for itself: this many, and others have their turn. */
const batchCount = 50;

/** `document_search`: what a search looks through, one row a living document. */
export class SearchRepository {
  readonly #db: Database | Transaction;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Makes texts searchable. One that is no longer its document's head is left out: the later text has been here. */
  async write(snapshots: readonly SearchedSnapshot[]): Promise<void> {
    for (let at = 0; at < snapshots.length; at += batchCount)
      await this.#writeBatch(snapshots.slice(at, at + batchCount));
  }

  async remove(documentId: number): Promise<void> {
    await this.#db.deleteFrom('document_search').where('document_id', '=', documentId).execute();
  }

  /** Living documents that no search finds yet, in the order of their ids. */
  async missingAfter(documentId: number, limit: number): Promise<number[]> {
    const rows = await this.#db
      .selectFrom('documents')
      .leftJoin('document_search', 'document_search.document_id', 'documents.id')
      .select('documents.id')
      .where('documents.deleted_at', 'is', null)
      .where('documents.id', '>', documentId)
      .where('document_search.document_id', 'is', null)
      .orderBy('documents.id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  async #writeBatch(snapshots: readonly SearchedSnapshot[]): Promise<void> {
    const texts = snapshots.map(({ document }) => searchText(document));
    const lexemes = await this.#lexemesOf(texts);
    const vectors = texts.map((text) => vectorTexts(text, lexemes.get(text.config)!));
    // The rows are locked, in one order, so that a save that goes on meanwhile is seen, or comes after.
    await sql`
      insert into document_search (document_id, config, head, everything)
      select documents.id, found.config, found.head::tsvector, found.everything::tsvector
      from unnest(
        ${snapshots.map(({ documentId }) => documentId)}::bigint[],
        ${snapshots.map(({ headHash }) => headHash)}::text[],
        ${texts.map(({ config }) => config)}::text[], ${vectors.map(({ head }) => head)}::text[], ${vectors.map(({ everything }) => everything)}::text[]
      ) as found (id, head_hash, config, head, everything)
      join documents on documents.id = found.id and documents.head_hash = found.head_hash
      where documents.deleted_at is null
      order by documents.id
      for no key update of documents
      on conflict (document_id) do update
        set config = excluded.config, head = excluded.head, everything = excluded.everything
    `.execute(this.#db);
  }

  async #lexemesOf(texts: readonly SearchText[]) {
    const repository = new LexemeRepository(this.#db);
    const configs = [...new Set(texts.map(({ config }) => config))];
    const found = configs.map(async (config) => {
      const words = texts
        .filter((text) => text.config === config)
        .flatMap((text) => [...text.words.keys()]);
      return [config, await repository.find(config, words)] as const;
    });
    return new Map(await Promise.all(found));
  }
}
