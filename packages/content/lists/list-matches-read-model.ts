import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { documentFilters, reach, type Actor, type DocumentFilter } from '@galley/kernel';
import { maxRankedHeads, type ListRequest } from './list-position.ts';
import { ownedBy } from '../store/ownership-read-model.ts';
import { isFound } from '../search/search-match-read-model.ts';
import type { SearchQuery } from '../search/search-query-read-model.ts';

export interface DocumentQuery
  extends ListRequest, Readonly<Partial<Record<DocumentFilter, string | undefined>>> {
  readonly q?: string | undefined;
  readonly pageSize: number;
}

export interface Asked {
  readonly actor: Actor;
  readonly query: DocumentQuery;
  readonly search: readonly SearchQuery[] | undefined;
}

export interface Matches {
  readonly total: number;
  /** About a quarter of all documents or more, by the planner's statistics. */
  readonly areMany: boolean;
  /** Matching document ids as a PostgreSQL array; null without a search or for too many matches. */
  readonly ids: string | null;
}

/** From indexes alone: reads no documents, and no vectors unless the search contains quotes. */
export async function findMatches(db: Database, asked: Asked): Promise<Matches> {
  const { search } = asked;
  const total = sql<number>`count(*)`.as('total');
  if (!search) {
    const all = sql<number>`(select reltuples from pg_class where oid = 'documents'::regclass)`;
    const counted = await matchingDocuments(db, asked)
      .select([total, sql<boolean>`count(*) * 4 > ${all}`.as('areMany')])
      .executeTakeFirstOrThrow();
    return { ...counted, ids: null };
  }
  const ids = sql<string | null>`
    case when count(*) <= ${maxRankedHeads} then array_agg(found.document_id)::text end
  `.as('ids');
  // Every row of `document_search` is a living document, so `documents` need not be read.
  const found = isUnfiltered(asked)
    ? db.selectFrom('document_search as found').where(isFound(search)).select([total, ids])
    : matchingDocuments(db, asked).select([total, ids]);
  return { ...(await found.executeTakeFirstOrThrow()), areMany: false };
}

/** Rows of `documents`; with a search, joined with `document_search` as `found`. */
export function matchingDocuments(db: Database, { actor, query, search }: Asked) {
  let matching = db.selectFrom('documents').where('deleted_at', 'is', null);
  const reached = reach(actor, 'documents.read');
  if (reached === 'none') matching = matching.where(sql<boolean>`false`);
  if (reached === 'own') matching = matching.where(ownedBy(actor.username));
  for (const column of documentFilters) {
    const value = query[column];
    if (value !== undefined) matching = matching.where(column, '=', value);
  }
  return matching.$if(search !== undefined, (documents) =>
    documents
      .innerJoin('document_search as found', 'found.document_id', 'documents.id')
      .where(isFound(search ?? [])),
  );
}

function isUnfiltered({ actor, query }: Asked): boolean {
  return (
    reach(actor, 'documents.read') === 'all' &&
    documentFilters.every((column) => query[column] === undefined)
  );
}
