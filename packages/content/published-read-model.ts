import { sql, type Selectable } from 'kysely';
import type { Database, PublishedDocumentsTable } from '@galley/database';
import { termKey } from './document-rows.ts';
import type {
  PublishedDocument,
  PublishedPage,
  PublishedQuery,
  PublishedReader,
  PublishedSummary,
  TermCount,
} from './published.ts';
import { termSlug } from './term-slug.ts';

type SummaryRow = Omit<Selectable<PublishedDocumentsTable>, 'body' | 'document_id' | 'terms'>;

const summaryColumns = [
  'path',
  'public_id',
  'translation_key',
  'type',
  'lang',
  'slug',
  'title',
  'url',
  'layout',
  'summary',
  'author',
  'last_editor',
  'date',
  'has_own_date',
  'taxonomies',
  'fields',
  'params',
  'hash',
  'revision',
  'created_at',
  'updated_at',
  'published_at',
] as const satisfies readonly (keyof SummaryRow)[];

/** What the public may read, each answer one query on `published_documents`. */
export class PublishedReadModel implements PublishedReader {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  findByUrl(url: string): Promise<PublishedDocument | undefined> {
    return this.#findBy('url', url);
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
        // Only `updated_at` can be null; saying so for the others would keep PostgreSQL from their indexes.
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

  async translations(
    translationKey: string,
  ): Promise<Pick<PublishedSummary, 'lang' | 'url' | 'title'>[]> {
    return this.#db
      .selectFrom('published_documents')
      .select(['lang', 'url', 'title'])
      .where('translation_key', '=', translationKey)
      .orderBy('lang')
      .execute();
  }

  async terms(taxonomy: string, lang: string): Promise<TermCount[]> {
    const { rows } = await sql<{ name: string; count: number }>`
      select term.name, count(*) as count
      from published_documents
      cross join lateral jsonb_array_elements_text(taxonomies -> ${taxonomy}) as term (name)
      where lang = ${lang} and terms @> array[${taxonomy}]::text[]
      group by term.name
      order by count desc, term.name
    `.execute(this.#db);
    return gatherBySlug(rows);
  }

  async #findBy(
    column: 'url' | 'path' | 'public_id',
    value: string,
  ): Promise<PublishedDocument | undefined> {
    const row = await this.#db
      .selectFrom('published_documents')
      .select(summaryColumns)
      .select('body')
      .where(column, '=', value)
      .orderBy('path')
      .limit(1)
      .executeTakeFirst();
    return row && { ...summaryFrom(row), body: row.body };
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

/** `Wood type` and `wood type` are one term; the spelling that most documents use names it. */
function gatherBySlug(rows: readonly { name: string; count: number }[]): TermCount[] {
  const terms = new Map<string, TermCount>();
  for (const { name, count } of rows) {
    const slug = termSlug(name);
    const known = terms.get(slug);
    terms.set(slug, { name: known?.name ?? name, slug, count: (known?.count ?? 0) + count });
  }
  return [...terms.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

function summaryFrom(row: SummaryRow): PublishedSummary {
  return {
    path: row.path,
    id: row.public_id,
    type: row.type,
    lang: row.lang,
    translationKey: row.translation_key,
    slug: row.slug,
    title: row.title,
    url: row.url,
    layout: row.layout,
    summary: row.summary,
    author: row.author,
    lastEditor: row.last_editor,
    date: row.date,
    hasOwnDate: row.has_own_date,
    taxonomies: row.taxonomies,
    fields: row.fields,
    params: row.params,
    hash: row.hash,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    publishedAt: row.published_at,
  };
}
