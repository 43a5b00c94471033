import { sql, type RawBuilder } from 'kysely';
import type { Database, DocumentRow } from '@galley/database';
import { reach, type Actor } from '@galley/kernel';
import { indexedDocument } from './document-rows.ts';
import type { DocumentStatus, IndexedDocument } from './document.ts';
import { invalidCursor, writeCursor, type ListKey, type ListOrder } from './list-cursor.ts';
import { listPosition, type ListPosition, type ListRequest } from './list-position.ts';
import { ownedBy } from './ownership-read-model.ts';
import { HighlightReadModel } from './search/highlight-read-model.ts';
import type { Highlight } from './search/highlight.ts';
import { SearchQueryReadModel, type SearchQuery } from './search/search-query-read-model.ts';

export interface DocumentQuery extends ListRequest {
  readonly type?: string | undefined;
  readonly lang?: string | undefined;
  readonly status?: DocumentStatus | undefined;
  readonly author?: string | undefined;
  readonly assignee?: string | undefined;
  readonly reviewer?: string | undefined;
  /** What people type into a search box. */
  readonly q?: string | undefined;
  readonly pageSize: number;
}

export interface ListedDocument extends IndexedDocument {
  /** Null without a search. */
  readonly highlight: Highlight | null;
}

export interface DocumentPage {
  readonly items: readonly ListedDocument[];
  readonly page: number;
  /** Documents that match, on whatever page. */
  readonly total: number;
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/**
 * Of body (D), summary (C), terms (B) and title (A). One match in a title, a term or a summary counts for more than a
 * body that has the word as often as its places are kept.
 */
const weights = '{0.001, 0.15, 0.4, 1}';

/** Pages of the documents that an actor may read. */
export class DocumentListReadModel {
  readonly #db: Database;
  readonly #searches: SearchQueryReadModel;

  constructor(db: Database) {
    this.#db = db;
    this.#searches = new SearchQueryReadModel(db);
  }

  /**
   * A page of what matches. Whoever follows the cursors meets every document once that was there all the time and was
   * not changed in what the list is sorted by. `invalid_request` for a cursor of another list.
   */
  async list(
    actor: Actor,
    query: DocumentQuery,
    languages: readonly string[],
  ): Promise<DocumentPage> {
    const search = await this.#read(query, languages);
    const { rows, total, position } = search
      ? await this.#find({ actor, query, search })
      : await findRows(this.#db, { actor, query, search });
    const shown = rows.slice(0, query.pageSize);
    const last = rows.length > shown.length ? shown.at(-1) : undefined;
    const { key, order, page } = position;
    return {
      items: await this.#highlighted(shown.map(indexedDocument), search),
      page,
      total,
      nextCursor: last
        ? writeCursor({ key, order, value: last.sort_value, path: last.path, page: page + 1 })
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

  /**
   * PostgreSQL takes the words of a text, which are stored apart from its row, for as cheap to read as the row, and
   * would rather read all of them than its index of the words.
   */
  #find(asked: Asked): Promise<Found> {
    return this.#db.transaction().execute(async (transaction) => {
      await sql`set local enable_seqscan = off`.execute(transaction);
      return findRows(transaction, asked);
    });
  }

  async #highlighted(
    documents: readonly IndexedDocument[],
    search: readonly SearchQuery[] | undefined,
  ): Promise<ListedDocument[]> {
    const highlights = search && (await new HighlightReadModel(this.#db).find(documents, search));
    return documents.map((document) => ({
      ...document,
      highlight: highlights?.get(document.documentId) ?? null,
    }));
  }
}

interface Asked {
  readonly actor: Actor;
  readonly query: DocumentQuery;
  readonly search: readonly SearchQuery[] | undefined;
}

interface Found {
  /** One more than the page has, if there is one. */
  readonly rows: readonly (DocumentRow & { readonly sort_value: string })[];
  readonly total: number;
  readonly position: ListPosition;
}

async function findRows(db: Database, asked: Asked): Promise<Found> {
  // Only a ranked list has to know first how many there are.
  const found = asked.search && (await countMatches(db, asked));
  const position = listPosition(asked.query, found);
  const [rows, total] = await Promise.all([
    rowsAt(db, asked, position),
    found ?? countMatches(db, asked),
  ]);
  return { rows, total, position };
}

async function countMatches(db: Database, asked: Asked): Promise<number> {
  const { actor, query, search } = asked;
  const isUnfiltered =
    reach(actor, 'documents.read') === 'all' &&
    filterColumns.every((column) => query[column] === undefined);
  const count = sql<number>`count(*)`.as('total');
  // What can be searched is there: the documents themselves need not be looked at.
  const { total } =
    search && isUnfiltered
      ? await db
          .selectFrom('document_search as found')
          .where(isFound(search))
          .select(count)
          .executeTakeFirstOrThrow()
      : await matchingDocuments(db, asked).select(count).executeTakeFirstOrThrow();
  return total;
}

async function rowsAt(
  db: Database,
  asked: Asked,
  { key, order, page, after }: ListPosition,
): Promise<Found['rows']> {
  const { pageSize } = asked.query;
  const { value, type } = sortValue(key, order, asked.search ?? []);
  const inOrder = sql`sort_key ${sql.raw(order)}, path ${sql.raw(order)}`;
  let rows = matchingDocuments(db, asked)
    .selectAll('documents')
    .select(sql`${value}`.as('sort_key'))
    .orderBy(inOrder)
    .limit(pageSize + 1);
  if (after) {
    const isBeyond = sql.raw(order === 'asc' ? '>' : '<');
    const place = sql`(${after.value}::${sql.raw(type)}, ${after.path})`;
    rows = rows.where(sql<boolean>`(${value}, path) ${isBeyond} ${place}`);
  } else {
    rows = rows.offset((page - 1) * pageSize);
  }
  const listed = db
    .selectFrom(rows.as('listed'))
    .selectAll()
    .select(sql<string>`sort_key::text`.as('sort_value'))
    .orderBy(inOrder);
  try {
    return await listed.execute();
  } catch (error) {
    // PostgreSQL's class of values that are not what they say: the cursor's is the only one that is not checked.
    if (after && /^22/.test((error as { code?: string }).code ?? '')) throw invalidCursor();
    throw error;
  }
}

const filterColumns = ['type', 'lang', 'status', 'author', 'assignee', 'reviewer'] as const;

function matchingDocuments(db: Database, { actor, query, search }: Asked) {
  let matching = db.selectFrom('documents').where('deleted_at', 'is', null);
  const reached = reach(actor, 'documents.read');
  if (reached === 'none') matching = matching.where(sql<boolean>`false`);
  if (reached === 'own') matching = matching.where(ownedBy(actor.username));
  for (const column of filterColumns) {
    const value = query[column];
    if (value !== undefined) matching = matching.where(column, '=', value);
  }
  return matching.$if(search !== undefined, (documents) =>
    documents
      .innerJoin('document_search as found', 'found.document_id', 'documents.id')
      .where(isFound(search ?? [])),
  );
}

/** Written as the indexes of `documents` have it, so that they are used. */
function sortValue(key: ListKey, order: ListOrder, search: readonly SearchQuery[]) {
  // Documents without the date come last in either direction.
  const never = sql.raw(order === 'asc' ? `'infinity'::timestamptz` : `'-infinity'::timestamptz`);
  switch (key) {
    case 'updated_at':
    case 'relevance_unranked':
      return {
        value: sql`coalesce(updated_at, created_at, date, ${never})`,
        type: 'timestamptz',
      };
    case 'date':
      return { value: sql`coalesce(date, ${never})`, type: 'timestamptz' };
    case 'title':
      return { value: sql`lower("left"(title, 100))`, type: 'text' };
    case 'path':
      return { value: sql`path`, type: 'text' };
    case 'relevance':
    case 'relevance_of_head':
      return { value: rank(search, key), type: 'real' };
  }
}

function rank(
  search: readonly SearchQuery[],
  key: 'relevance' | 'relevance_of_head',
): RawBuilder<unknown> {
  const vector = sql.ref(key === 'relevance' ? 'found.everything' : 'found.head');
  const cases = search.map(
    ({ config, query }) =>
      sql`when ${config} then ts_rank_cd(${weights}::real[], ${vector}, ${query}::tsquery)`,
  );
  if (cases.length === 0) return sql`0::real`;
  return sql`case found.config ${sql.join(cases, sql` `)} end`;
}

function isFound(search: readonly SearchQuery[]): RawBuilder<boolean> {
  if (search.length === 0) return sql<boolean>`false`;
  const found = search.map(
    ({ config, query }) =>
      sql`(found.config = ${config} and found.everything @@ ${query}::tsquery)`,
  );
  return sql<boolean>`(${sql.join(found, sql` or `)})`;
}
