import { sql, type RawBuilder } from 'kysely';
import type { Database } from '@galley/database';
import { documentFilters, reach, type Actor, type DocumentFilter } from '@galley/kernel';
import { maxRankedHeads, type ListRequest } from './list-position.ts';
import { ownedBy } from '../store/ownership-read-model.ts';
import { isFound } from '../search/search-match-read-model.ts';
import type { SearchQuery } from '../search/search-query-read-model.ts';

/** Limits of the field `date`. */
interface DateRange {
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly before?: Date | undefined;
}

export interface DocumentQuery
  extends ListRequest, Readonly<Partial<Record<DocumentFilter, string | undefined>>> {
  readonly q?: string | undefined;
  /** `tags:Ink`, as written in the frontmatter. */
  readonly term?: string | undefined;
  readonly dates?: DateRange | undefined;
  readonly pageSize: number;
  /** Otherwise totals above 10,000 may be estimates. */
  readonly exactTotal?: boolean | undefined;
}

const otherFilters = ['term', 'dates'] as const;

export interface Asked {
  readonly actor: Actor;
  readonly query: DocumentQuery;
}

export interface AskedSearch extends Asked {
  readonly search: readonly SearchQuery[];
}

export interface Matches {
  readonly total: number;
  /** Matching document ids as a PostgreSQL array; null for too many matches. */
  readonly ids: string | null;
}

/** From indexes alone: reads no documents, and no vectors unless the search contains quotes. */
export async function findMatches(db: Database, asked: AskedSearch): Promise<Matches> {
  // Every row of `document_search` is a living document, so `documents` need not be read.
  const from = isUnfiltered(asked)
    ? sql`document_search as found where ${isFound(asked.search)}`
    : foundDocuments(asked);
  const { rows } = await sql<Matches>`
    select count(*) as total,
      case when count(*) <= ${maxRankedHeads} then array_agg(found.document_id)::text end as ids
    from ${from}
  `.execute(db);
  return rows[0]!;
}

export function foundDocuments(asked: AskedSearch): RawBuilder<unknown> {
  return sql`documents join document_search as found on found.document_id = documents.id
    where ${isReadableMatch(asked)} and ${isFound(asked.search)}`;
}

/** Condition on rows of `documents`: living, readable for the actor, and of the query's filters. */
export function isReadableMatch({ actor, query }: Asked): RawBuilder<boolean> {
  const conditions = [sql`deleted_at is null`];
  const reached = reach(actor, 'documents.read');
  if (reached === 'none') conditions.push(sql`false`);
  if (reached === 'own') conditions.push(ownedBy(actor.username));
  for (const column of documentFilters) {
    const value = query[column];
    if (value !== undefined) conditions.push(sql`${sql.ref(column)} = ${value}`);
  }
  conditions.push(...termConditions(query), ...dateConditions(query));
  return sql`${sql.join(conditions, sql` and `)}`;
}

function termConditions({ term }: DocumentQuery): RawBuilder<boolean>[] {
  if (term === undefined) return [];
  const [taxonomy = '', ...name] = term.split(':');
  const wanted = JSON.stringify({ [taxonomy]: [name.join(':')] });
  return [sql`taxonomies @> ${wanted}::jsonb`];
}

/**
 * Documents without a date match no limit. The value is that of an index; PostgreSQL uses it for a range of unknown size
 * only if both ends are given.
 */
function dateConditions({ dates }: DocumentQuery): RawBuilder<boolean>[] {
  if (!dates) return [];
  const { from, before = 'infinity' } = dates;
  const value = sql`coalesce(date, '-infinity'::timestamptz)`;
  return [
    from ? sql`${value} >= ${from}` : sql`${value} > '-infinity'`,
    sql`${value} < ${before}::timestamptz`,
  ];
}

export function isUnfiltered({ actor, query }: Asked): boolean {
  return (
    reach(actor, 'documents.read') === 'all' &&
    [...documentFilters, ...otherFilters].every((name) => query[name] === undefined)
  );
}
