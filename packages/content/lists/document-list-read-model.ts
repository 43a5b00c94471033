import { sql } from 'kysely';
import type { Database } from '@galley/database';
import type { Actor } from '@galley/kernel';
import { summarizedDocument } from '../store/document-rows.ts';
import type { SummarizedDocument } from '../document/document.ts';
import { textChangeOf, type TextChange } from '../document/text-change.ts';
import { writeCursor } from './list-cursor.ts';
import { findMatches, type AskedSearch, type DocumentQuery } from './list-matches-read-model.ts';
import { findPage, type FoundPage } from './list-page-read-model.ts';
import { listPosition, type ListPosition } from './list-position.ts';
import { findRows, type ListedRow } from './list-rows-read-model.ts';
import { HighlightReadModel } from '../search/highlight-read-model.ts';
import type { Highlight } from '../search/highlight.ts';
import { SearchQueryReadModel, type SearchQuery } from '../search/search-query-read-model.ts';

export type { DocumentQuery } from './list-matches-read-model.ts';

export interface ListedDocument extends SummarizedDocument {
  readonly highlight: Highlight | null;
  readonly lastChange: TextChange | null;
  /** Null unless a person requested the review: documents that entered it on disk have none. */
  readonly reviewRequest: ReviewRequest | null;
  /** Display names of the people in the other fields, by username. */
  readonly names: Readonly<Record<string, string>>;
}

export interface ReviewRequest {
  readonly actor: string;
  readonly at: Date;
  readonly note: string | null;
}

export interface DocumentPage {
  readonly items: readonly ListedDocument[];
  readonly page: number;
  readonly total: number;
  /** Only above 10,000 matches. */
  readonly isTotalEstimate: boolean;
  readonly nextCursor: string | null;
}

export class DocumentListReadModel {
  readonly #db: Database;
  readonly #searches: SearchQueryReadModel;

  constructor(db: Database) {
    this.#db = db;
    this.#searches = new SearchQueryReadModel(db);
  }

  /** The cursors return every document once, while its sort value is unchanged. @throws `invalid_request` */
  async list(
    actor: Actor,
    query: DocumentQuery,
    languages: readonly string[],
  ): Promise<DocumentPage> {
    const search = await this.#read(query, languages);
    const found = search
      ? await this.#search({ actor, query, search })
      : await this.#page(actor, query);
    const { rows, total, position } = found;
    const shown = rows.slice(0, query.pageSize);
    const last = rows.length > shown.length ? shown.at(-1) : undefined;
    const { key, order, page } = position;
    return {
      items: await this.#completed(shown, search),
      page,
      total,
      isTotalEstimate: found.isEstimate,
      nextCursor: last
        ? writeCursor({ key, order, value: last.sort_value, tie: last.tie_value, page: page + 1 })
        : null,
    };
  }

  async #read(
    { q, lang }: DocumentQuery,
    languages: readonly string[],
  ): Promise<readonly SearchQuery[] | undefined> {
    if (q === undefined || q.trim() === '') return undefined;
    return this.#searches.read(q, lang === undefined ? languages : [lang]);
  }

  async #page(actor: Actor, query: DocumentQuery): Promise<Found> {
    const position = listPosition(query, undefined);
    return { ...(await findPage(this.#db, { actor, query, position })), position };
  }

  /** Counts first: the number decides how to find the page. One snapshot, so that both agree. */
  #search(asked: AskedSearch): Promise<Found> {
    return this.#db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        await sql.raw(planning).execute(transaction);
        const matches = await findMatches(transaction, asked);
        const position = listPosition(asked.query, matches.total);
        const rows = await findRows(transaction, { ...asked, matches, position });
        return { rows, position, total: matches.total, isEstimate: false };
      });
  }

  async #completed(
    rows: readonly ListedRow[],
    search: readonly SearchQuery[] | undefined,
  ): Promise<ListedDocument[]> {
    const documents = rows.map((row) => ({
      ...summarizedDocument(row),
      lastChange: changeOf(row),
      reviewRequest: requestOf(row),
      names: row.names ?? {},
    }));
    const highlights = search && (await new HighlightReadModel(this.#db).find(documents, search));
    return documents.map((document) => ({
      ...document,
      highlight: highlights?.get(document.documentId) ?? null,
    }));
  }
}

/**
 * PostgreSQL underestimates the cost of reading the separately stored vectors and would prefer a sequential scan; it
 * also assumes slow random access, and JIT costs more than it saves.
 */
const planning =
  'set local enable_seqscan = off; set local random_page_cost = 1.1; set local jit = off';

function changeOf({ change_kind: kind, change_author, change_at }: ListedRow): TextChange | null {
  return kind && textChangeOf({ kind, author: change_author, at: change_at });
}

function requestOf({ request_actor: actor, request_at: at, request_note: note }: ListedRow) {
  return actor === null ? null : { actor, at, note };
}

interface Found extends FoundPage {
  readonly position: ListPosition;
}
