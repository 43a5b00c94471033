import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { termKey, termKeys } from '../store/document-rows.ts';
import { gatherBySlug } from './gather-terms.ts';
import { maxRelated, openDocument, type OpenedDocument } from './opened-document-read-model.ts';
import { readDigest } from './published-digest-read-model.ts';
import { searchPublished } from './published-search-read-model.ts';
import { openingLength, relatedAmong } from './published-limits.ts';
import type {
  Neighbours,
  PublishedAddress,
  PublishedDocument,
  PublishedOpening,
  PublishedPage,
  PublishedQuery,
  PublishedReader,
  PublishedSearch,
  PublishedSummary,
  TermCount,
} from './published.ts';
import { summaryColumns, summaryFrom, type SummaryRow } from './published-rows.ts';

/** Each answer is one query on `published_documents`. */
export class PublishedReadModel implements PublishedReader {
  readonly #db: Database;
  readonly #opened = new WeakMap<PublishedSummary, OpenedDocument>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Equals the digest of a snapshot. */
  digest(): Promise<string> {
    return readDigest(this.#db);
  }

  async findByUrl(url: string): Promise<PublishedDocument | undefined> {
    const opened = await openDocument(this.#db, url);
    if (opened) this.#opened.set(opened.document, opened);
    return opened?.document;
  }

  findByPath(path: string): Promise<PublishedDocument | undefined> {
    return this.#findBy('path', path);
  }

  findById(id: string): Promise<PublishedDocument | undefined> {
    return this.#findBy('public_id', id);
  }

  async list(query: PublishedQuery): Promise<PublishedPage> {
    const matching = this.#matching(query);
    const sort = query.sort ?? 'date';
    const order = query.order ?? (sort === 'date' || sort === 'updated_at' ? 'desc' : 'asc');
    const [rows, { total }] = await Promise.all([
      matching
        .select(summaryColumns)
        // Only `updated_at` is nullable; `nulls last` on other columns would prevent the use of indexes.
        .orderBy(sort, (by) => {
          const directed = order === 'desc' ? by.desc() : by.asc();
          return sort === 'updated_at' ? directed.nullsLast() : directed;
        })
        .orderBy('path')
        .limit(query.pageSize)
        .offset((query.page - 1) * query.pageSize)
        .execute(),
      matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return { items: rows.map(summaryFrom), total };
  }

  search(query: PublishedSearch) {
    return searchPublished(this.#db, query);
  }

  /** Newest first. Each word is part of the title. */
  findByTitle(
    words: readonly string[],
    limit: number,
  ): Promise<Pick<PublishedSummary, 'path' | 'title' | 'url'>[]> {
    const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
    return this.#db
      .selectFrom('published_documents')
      .select(['path', 'title', 'url'])
      .where((row) => row.and(patterns.map((pattern) => row('title', 'ilike', pattern))))
      .orderBy('date', 'desc')
      .orderBy('path')
      .limit(limit)
      .execute();
  }

  async titlesAt(urls: readonly string[]): Promise<Map<string, string>> {
    if (urls.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('published_documents')
      .select(['url', 'title'])
      .where('url', 'in', urls)
      // When several documents share an address, the first by path wins.
      .orderBy('path', 'desc')
      .execute();
    return new Map(rows.map(({ url, title }) => [url, title]));
  }

  async urlsOf(paths: readonly string[]): Promise<Map<string, string>> {
    if (paths.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('published_documents')
      .select(['path', 'url'])
      .where('path', 'in', paths)
      .execute();
    return new Map(rows.map(({ path, url }) => [path, url]));
  }

  async translations(
    document: PublishedSummary,
  ): Promise<readonly Pick<PublishedSummary, 'lang' | 'url' | 'title'>[]> {
    const opened = this.#opened.get(document);
    if (opened) return opened.translations;
    return this.#db
      .selectFrom('published_documents')
      .select(['lang', 'url', 'title'])
      .where('translation_key', '=', document.translationKey)
      .orderBy('lang')
      .execute();
  }

  async findTerm(taxonomy: string, lang: string, slug: string): Promise<TermCount | undefined> {
    return (await this.#terms(taxonomy, lang, termKey(taxonomy, slug))).find(
      (term) => term.slug === slug,
    );
  }

  terms(taxonomy: string, lang: string): Promise<TermCount[]> {
    return this.#terms(taxonomy, lang, taxonomy);
  }

  async #terms(taxonomy: string, lang: string, key: string): Promise<TermCount[]> {
    const { rows } = await sql<{ name: string; count: number }>`
      select term.name, count(*) as count
      from published_documents
      cross join lateral jsonb_array_elements_text(taxonomies -> ${taxonomy}) as term (name)
      where lang = ${lang} and terms @> array[${key}]::text[]
      group by term.name
    `.execute(this.#db);
    return gatherBySlug(rows);
  }

  async neighbours(document: PublishedSummary): Promise<Neighbours> {
    const opened = this.#opened.get(document);
    if (opened) return { newer: opened.newer, older: opened.older };
    const { type, lang, date, path } = document;
    const sameList = this.#db
      .selectFrom('published_documents')
      .select(summaryColumns)
      .where('type', '=', type)
      .where('lang', '=', lang)
      .limit(1);
    const [newer, older] = await Promise.all([
      sameList
        .where('date', '>=', date)
        .where((row) => row.or([row('date', '>', date), row('path', '<', path)]))
        .orderBy('date', 'asc')
        .orderBy('path', 'desc')
        .executeTakeFirst(),
      sameList
        .where('date', '<=', date)
        .where((row) => row.or([row('date', '<', date), row('path', '>', path)]))
        .orderBy('date', 'desc')
        .orderBy('path', 'asc')
        .executeTakeFirst(),
    ]);
    return { newer: newer && summaryFrom(newer), older: older && summaryFrom(older) };
  }

  async related(document: PublishedSummary, limit: number): Promise<readonly PublishedSummary[]> {
    const opened = this.#opened.get(document);
    if (opened && limit <= maxRelated) return opened.related.slice(0, limit);
    const keys = termKeys(document.taxonomies).filter((term) => term.includes(':'));
    const terms = [...new Set(keys)];
    if (terms.length === 0) return [];
    const { rows } = await sql<SummaryRow>`
      select ${sql.join(summaryColumns.map((column) => sql.ref(column)))}
      from published_documents
      join (
        select newest.document_id, count(*) as shared
        from unnest(${terms}::text[]) as own (term)
        cross join lateral (
          select document_id from public_terms
          where lang = ${document.lang} and term = own.term and date <= ${document.date}
            and (date < ${document.date} or path > ${document.path})
          order by date desc, path limit ${relatedAmong}
        ) as newest
        group by newest.document_id
      ) as found using (document_id)
      order by found.shared desc, date desc, path
      limit ${limit}
    `.execute(this.#db);
    return rows.map(summaryFrom);
  }

  async findMoved(url: string): Promise<string | undefined> {
    const { rows } = await sql<{ url: string }>`
      select url from (
        select open.url, 1 as rank, former.left_at as at
        from former_addresses as former join published_documents as open using (document_id)
        where former.url = ${url} and open.url <> ${url}
        union all
        select url, 0, published_at from published_documents where aliases @> array[${url}]::text[] and aliases <> '{}'
      ) as found
      order by rank, at desc, url
      limit 1
    `.execute(this.#db);
    return rows[0]?.url;
  }

  async openings({
    lang,
    page,
    pageSize,
  }: Required<Pick<PublishedQuery, 'lang' | 'page' | 'pageSize'>>): Promise<PublishedOpening[]> {
    const rows = await this.#db
      .selectFrom('published_documents')
      .select(summaryColumns)
      .select(sql<string>`left(body, ${openingLength})`.as('opening'))
      .where('lang', '=', lang)
      .orderBy('path')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute();
    return rows.map((row) => ({ ...summaryFrom(row), opening: row.opening }));
  }

  async addresses({
    page,
    pageSize,
  }: Pick<PublishedQuery, 'page' | 'pageSize'>): Promise<PublishedAddress[]> {
    const { rows } = await sql<PublishedAddress>`
      select url, lang, translation_key as "translationKey", date, updated_at as "updatedAt", params, (
        select jsonb_agg(jsonb_build_object('lang', other.lang, 'url', other.url) order by other.lang)
        from published_documents as other
        where other.translation_key = own.translation_key
      ) as translations
      from published_documents as own
      order by path
      limit ${pageSize} offset ${(page - 1) * pageSize}
    `.execute(this.#db);
    return rows;
  }

  async addressPages(pageSize: number): Promise<Date[]> {
    const { rows } = await sql<{ changed_at: Date }>`
      select max(greatest(date, updated_at)) as changed_at
      from (
        select date, updated_at, (row_number() over (order by path) - 1) / ${pageSize}::int as page
        from published_documents
      ) as numbered
      group by page
      order by page
    `.execute(this.#db);
    return rows.map(({ changed_at }) => changed_at);
  }

  async #findBy(
    column: 'path' | 'public_id',
    value: string,
  ): Promise<PublishedDocument | undefined> {
    const { rows } = await sql<SummaryRow & { readonly body: string }>`
      select ${sql.join(summaryColumns.map((name) => sql.ref(name)))}, body
      from published_documents where ${sql.ref(column)} = ${value} order by path limit 1
    `.execute(this.#db);
    return rows[0] && { ...summaryFrom(rows[0]), body: rows[0].body };
  }

  #matching({ type, lang, taxonomy }: PublishedQuery) {
    let matching = this.#db.selectFrom('published_documents');
    if (type !== undefined) matching = matching.where('type', '=', type);
    if (lang !== undefined) matching = matching.where('lang', '=', lang);
    if (taxonomy) {
      const key =
        taxonomy.term === undefined ? taxonomy.name : termKey(taxonomy.name, taxonomy.term);
      matching = matching.where('terms', '@>', sql<string[]>`array[${key}]::text[]`);
    }
    return matching;
  }
}
