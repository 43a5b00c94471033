import { sql, type CompiledQuery } from 'kysely';
import type { Database } from '@galley/database';
import { documentFields, fieldNames } from '@galley/kernel';
import { relatedAmong } from './published-limits.ts';
import type { PublishedDocument, PublishedSummary } from './published.ts';
import { summaryColumns, summaryFrom, type SummaryRow } from './published-rows.ts';

export interface OpenedDocument {
  readonly document: PublishedDocument;
  readonly translations: readonly Pick<PublishedSummary, 'lang' | 'url' | 'title'>[];
  readonly newer: PublishedSummary | undefined;
  readonly older: PublishedSummary | undefined;
  /** At most `maxRelated`. */
  readonly related: readonly PublishedSummary[];
}

export const maxRelated = 6;

type JsonRow = {
  readonly [Column in keyof SummaryRow]: SummaryRow[Column] extends Date | null
    ? string | null
    : SummaryRow[Column];
};

type OpenedRow = SummaryRow & {
  readonly body: string;
  readonly translations: OpenedDocument['translations'];
  readonly newer: JsonRow | null;
  readonly older: JsonRow | null;
  readonly related: readonly JsonRow[] | null;
};

const columns = sql.join(summaryColumns.map((column) => sql.ref(`open.${column}`)));
const asJson = (table: string) =>
  sql`jsonb_build_object(${sql.join(
    summaryColumns.flatMap((column) => [sql.lit(column), sql.ref(`${table}.${column}`)]),
  )})`;

const statement = (url: string) => sql<OpenedRow>`
    select ${columns}, open.body,
      (
        select jsonb_agg(jsonb_build_object('lang', other.lang, 'url', other.url, 'title', other.title)
          order by other.lang)
        from published_documents as other where other.translation_key = open.translation_key
      ) as translations,
      (
        select ${asJson('other')} from published_documents as other
        where other.type = open.type and other.lang = open.lang and other.date >= open.date
          and (other.date > open.date or other.path < open.path)
        order by other.date asc, other.path desc limit 1
      ) as newer,
      (
        select ${asJson('other')} from published_documents as other
        where other.type = open.type and other.lang = open.lang and other.date <= open.date
          and (other.date < open.date or other.path > open.path)
        order by other.date desc, other.path asc limit 1
      ) as older,
      (
        select jsonb_agg(ranked.summary order by ranked.shared desc, ranked.date desc, ranked.path)
        from (
          select ${asJson('other')} as summary, found.shared, other.date, other.path
          from (
            select newest.document_id, count(*) as shared
            from public_terms as own
            cross join lateral (
              select document_id from public_terms
              where lang = open.lang and term = own.term and date <= open.date
                and (date < open.date or path > open.path)
              order by date desc, path limit ${sql.lit(relatedAmong)}
            ) as newest
            where own.document_id = open.document_id and own.term like '%:%'
            group by newest.document_id
          ) as found
          join published_documents as other on other.document_id = found.document_id
          order by found.shared desc, other.date desc, other.path
          limit ${sql.lit(maxRelated)}
        ) as ranked
      ) as related
    from published_documents as open
    where open.url = ${url}
    order by open.path limit 1
  `;

/** Compiling takes a tenth of the time of a page. */
let compiled: CompiledQuery<OpenedRow> | undefined;

/** A single statement is five times as fast as separate queries. Must equal the methods of `PublishedReadModel`. */
export async function openDocument(db: Database, url: string): Promise<OpenedDocument | undefined> {
  compiled ??= statement('').compile(db);
  const { rows } = await db.executeQuery<OpenedRow>({ ...compiled, parameters: [url] });
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    document: { ...summaryFrom(row), body: row.body },
    translations: row.translations,
    newer: row.newer ? summaryFromJson(row.newer) : undefined,
    older: row.older ? summaryFromJson(row.older) : undefined,
    related: (row.related ?? []).map(summaryFromJson),
  };
}

const timeColumns = [
  ...fieldNames('public').filter((name) => documentFields[name].type === 'time'),
  'published_at' as const,
];

function summaryFromJson(row: JsonRow): PublishedSummary {
  const times = timeColumns.map((column) => {
    const text = row[column] as string | null;
    return [column, text === null ? null : new Date(text)] as const;
  });
  return summaryFrom({ ...row, ...Object.fromEntries(times) } as unknown as SummaryRow);
}
