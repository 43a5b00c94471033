import { sql, type RawBuilder } from 'kysely';
import type { Database } from '@galley/database';
import { HighlightReadModel } from '../search/highlight-read-model.ts';
import { plainText } from '../search/plain-text.ts';
import { isFound, rank } from '../search/search-match-read-model.ts';
import { SearchQueryReadModel, type SearchQuery } from '../search/search-query-read-model.ts';
import { termKey } from '../store/document-rows.ts';
import type { FoundPublished, PublishedSearch } from './published.ts';
import { summaryColumns, summaryFrom, type SummaryRow } from './published-rows.ts';

type FoundRow = SummaryRow & { readonly document_id: number; readonly body: string };

/** Above, only title, terms and summary are ranked: ranking a body takes some 20 µs. */
const maxRanked = 500;

/** Reads the words and texts of public revisions only. */
export async function searchPublished(
  db: Database,
  query: PublishedSearch,
): Promise<{ readonly items: readonly FoundPublished[]; readonly total: number }> {
  const search = await new SearchQueryReadModel(db).read(query.q, await languagesOf(db, query));
  if (search.length === 0) return { items: [], total: 0 };
  const total = await countMatches(db, query, search);
  if (total === 0) return { items: [], total };
  const rows = await readPage(db, { query, search, total });
  const texts = rows.map(({ document_id: documentId, lang, title, summary, body }) => ({
    documentId,
    lang,
    title,
    summary,
    body: plainText(body),
  }));
  const highlights = await new HighlightReadModel(db).mark(texts, search);
  const items = rows.map((row) => ({
    document: summaryFrom(row),
    highlight: highlights.get(row.document_id)!,
  }));
  return { items, total };
}

async function languagesOf(db: Database, { lang }: PublishedSearch): Promise<readonly string[]> {
  if (lang !== undefined) return [lang];
  // The loop reads one index entry per language.
  const { rows } = await sql<{ lang: string }>`
    with recursive known as (
      select min(lang) as lang from published_documents
      union all
      select (select min(lang) from published_documents where lang > known.lang) from known
      where known.lang is not null
    )
    select lang from known where lang is not null
  `.execute(db);
  return rows.map((row) => row.lang);
}

async function countMatches(
  db: Database,
  query: PublishedSearch,
  search: readonly SearchQuery[],
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from public_search as found where ${matches(query, search)}
  `.execute(db);
  return rows[0]!.total;
}

function matches(query: PublishedSearch, search: readonly SearchQuery[]): RawBuilder<boolean> {
  const { type, lang, taxonomy, isForReaders } = query;
  const conditions = [isFound(search)];
  if (type !== undefined) conditions.push(sql`found.type = ${type}`);
  if (lang !== undefined) conditions.push(sql`found.lang = ${lang}`);
  if (isForReaders === true) conditions.push(sql`found.is_listed`);
  if (taxonomy) {
    const { name, term } = taxonomy;
    const key = term === undefined ? name : termKey(name, term);
    conditions.push(sql`found.document_id in (
      select document_id from published_documents where terms @> array[${key}]::text[]
    )`);
  }
  return sql`${sql.join(conditions, sql` and `)}`;
}

interface AskedPage {
  readonly query: PublishedSearch;
  readonly search: readonly SearchQuery[];
  readonly total: number;
}

async function readPage(db: Database, asked: AskedPage): Promise<readonly FoundRow[]> {
  const { query, search } = asked;
  const { page, pageSize, sort } = query;
  const columns = sql.join(summaryColumns.map((column) => sql.ref(`open.${column}`)));
  const order = orderOf(asked);
  const all = sql`published_documents as open using (document_id)`;
  const { rows } = await sql<FoundRow>`
    select ${columns}, open.document_id, open.body
    from (
      select document_id, row_number() over (order by ${order}, document_id) as place
      from public_search as found ${sort === undefined ? sql`` : sql`join ${all}`}
      where ${matches(query, search)}
      order by place limit ${pageSize} offset ${(page - 1) * pageSize}
    ) as chosen
    join ${all}
    order by chosen.place
  `.execute(db);
  return rows;
}

function orderOf({ query: { sort, order }, search, total }: AskedPage): RawBuilder<unknown> {
  if (sort === undefined) {
    const by = rank(search, total > maxRanked ? 'head' : 'everything');
    return order === 'asc' ? sql`${by}, found.date` : sql`${by} desc, found.date desc`;
  }
  const isDescending = order ? order === 'desc' : sort === 'date' || sort === 'updated_at';
  return sql`${sql.ref(`open.${sort}`)} ${isDescending ? sql`desc` : sql`asc`} nulls last`;
}
