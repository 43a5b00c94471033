import { sql, type RawBuilder } from 'kysely';
import type { Database, Transaction, Write } from '@galley/database';
import { LexemeRepository } from './lexeme-repository.ts';
import {
  searchText,
  searchVectors,
  searchVersion,
  type SearchableDocument,
  type SearchVectors,
} from './search-vector.ts';

export interface SearchedSnapshot {
  readonly documentId: number;
  readonly headHash: string;
  readonly document: SearchableDocument;
}

export interface Unsearchable {
  readonly documentId: number;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

/** Splitting texts blocks the process: after each batch, other work runs. */
const batchCount = 50;

export class SearchRepository {
  readonly #db: Database | Transaction;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Skips texts that are no longer the head: the later one is already indexed. */
  async write(snapshots: readonly SearchedSnapshot[]): Promise<void> {
    await this.#writeAll(snapshots, sql<boolean>`true`);
  }

  /** `write` as a part of another statement, for a few snapshots. */
  async writesOf(snapshots: readonly SearchedSnapshot[]): Promise<readonly Write[]> {
    return snapshots.length > 0 ? [await this.#insertion(snapshots, sql<boolean>`true`)] : [];
  }

  /** Skips documents that another process has indexed meanwhile. */
  async writeMissing(snapshots: readonly SearchedSnapshot[]): Promise<void> {
    await this.#writeAll(snapshots, sql<boolean>`document_search.version < excluded.version`);
  }

  /** Their former words stay until `SearchFiller` has indexed them again. */
  async markOutdated(documentIds: readonly number[]): Promise<void> {
    await this.#db
      .updateTable('document_search')
      .set({ version: 0 })
      .where(sql<boolean>`document_id = any(${documentIds})`)
      .execute();
  }

  async remove(documentId: number): Promise<void> {
    await this.#db.deleteFrom('document_search').where('document_id', '=', documentId).execute();
  }

  /** Without a search row of the current `searchVersion`, by id. */
  async listMissing(limit?: number): Promise<Unsearchable[]> {
    return this.#db
      .selectFrom('documents')
      .leftJoin('document_search', (join) =>
        join
          .onRef('document_search.document_id', '=', 'documents.id')
          .on('document_search.version', '>=', searchVersion),
      )
      .innerJoin('document_history', (join) =>
        join
          .onRef('document_history.document_id', '=', 'documents.id')
          .onRef('document_history.hash', '=', 'documents.head_hash'),
      )
      .select([
        'documents.id as documentId',
        'documents.path',
        sql<number>`octet_length(document_history.bytes)`.as('size'),
      ])
      .where('documents.deleted_at', 'is', null)
      .where('document_search.document_id', 'is', null)
      .orderBy('documents.id')
      .$if(limit !== undefined, (query) => query.limit(limit!))
      .execute();
  }

  async #writeAll(
    snapshots: readonly SearchedSnapshot[],
    isWanted: RawBuilder<boolean>,
  ): Promise<void> {
    for (let at = 0; at < snapshots.length; at += batchCount)
      await (
        await this.#insertion(snapshots.slice(at, at + batchCount), isWanted)
      ).execute(this.#db);
  }

  async #insertion(
    snapshots: readonly SearchedSnapshot[],
    isWanted: RawBuilder<boolean>,
  ): Promise<RawBuilder<unknown>> {
    const texts: SearchVectors[] = [];
    for (const { document } of snapshots) texts.push(await this.#vectorsOf(document));
    // Locks the rows in a fixed order, so that a concurrent save is either seen or comes later.
    return sql`
      insert into document_search (document_id, version, config, head, everything)
      select documents.id, ${searchVersion}, found.config, found.head::tsvector, found.everything::tsvector
      from unnest(
        ${snapshots.map(({ documentId }) => documentId)}::bigint[],
        ${snapshots.map(({ headHash }) => headHash)}::text[],
        ${texts.map(({ config }) => config)}::text[],
        string_to_array(${lines(texts.map(({ head }) => head))}, E'\\n'),
        string_to_array(${lines(texts.map(({ everything }) => everything))}, E'\\n')
      ) as found (id, head_hash, config, head, everything)
      join documents on documents.id = found.id and documents.head_hash = found.head_hash
      where documents.deleted_at is null
      order by documents.id
      for no key update of documents
      on conflict (document_id) do update
        set version = excluded.version, config = excluded.config, head = excluded.head,
          everything = excluded.everything
        where ${isWanted}
    `;
  }

  async #vectorsOf(document: SearchableDocument): Promise<SearchVectors> {
    const text = searchText(document);
    const lexemes = await new LexemeRepository(this.#db).find(text.config, text.words);
    return searchVectors(text, lexemes);
  }
}

/** LF after each line distinguishes no line from an empty one. An array would be slow to send. */
function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}
