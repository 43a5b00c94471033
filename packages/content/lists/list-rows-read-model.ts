import { sql, type RawBuilder } from 'kysely';
import type { Database, DocumentRow } from '@galley/database';
import type { HistoryEntry } from '../document/document.ts';
import { invalidCursor, type ListKey, type ListOrder } from './list-cursor.ts';
import { matchingDocuments, type Asked, type Matches } from './list-matches-read-model.ts';
import { isRanked, listPart, type ListPosition } from './list-position.ts';
import { documentColumns } from '../store/document-rows.ts';
import { rank } from '../search/search-match-read-model.ts';

export type ListedRow = DocumentRow & {
  readonly sort_value: string;
  readonly tie_value: string;
  /** Null without a history. */
  readonly change_kind: HistoryEntry['kind'] | null;
  readonly change_author: string;
  readonly change_at: Date;
  /** Null unless a person requested the current review. */
  readonly request_actor: string | null;
  readonly request_at: Date;
  readonly request_note: string | null;
  readonly names: Readonly<Record<string, string>> | null;
};

interface AskedAt extends Asked {
  readonly matches: Matches;
  readonly position: ListPosition;
}

/** Up to this number of matches among many documents, sorting them is faster than scanning all in order. */
const maxSorted = 3_000;

/** Returns one row more than the page if more follow. @throws `invalid_request` for an invalid cursor */
export async function findRows(db: Database, asked: AskedAt): Promise<readonly ListedRow[]> {
  const { position, query, matches } = asked;
  const part = listPart(position, query.pageSize, matches.total);
  if (part.limit === 0) return [];
  const { order } = position;
  const walked = part.isFromEnd ? opposite[order] : order;
  const isSorted = matches.ids !== null || (matches.total <= maxSorted && !matches.areMany);
  try {
    const { rows } = await sql<ListedRow>`
      with matching as ${sql.raw(isSorted ? 'materialized' : 'not materialized')} (${places(db, asked)}),
      listed as (
        select id, sort_key, tie from matching where ${isBehind(position)}
        order by sort_key ${sql.raw(walked)}, tie ${sql.raw(walked)} limit ${part.limit} offset ${part.offset}
      )
      select ${sql.join(documentColumns.map((column) => sql.ref(column)))}, listed.sort_key::text as sort_value, listed.tie::text as tie_value,
        change.kind as change_kind, change.author as change_author, change.at as change_at,
        request.actor as request_actor, request.at as request_at, request.note as request_note,
        (
          select json_object_agg(username, name) from users
          where name <> '' and username = any(array[documents.author, documents.last_editor,
            documents.assignee, documents.reviewer, documents.approved_by, change.author,
            request.actor])
        ) as names
      from listed join documents on documents.id = listed.id
        left join lateral (
          select kind, author, at from document_history
          where document_id = documents.id and seq > coalesce((
            select seq from document_history
            where document_id = documents.id and revision <> documents.revision order by seq desc limit 1
          ), 0)
          order by seq limit 1
        ) as change on true
        left join lateral (
          select actor, at, note from editorial_events
          where document_id = documents.id and action = 'request_review'
            and documents.status = 'in_review'
          order by at desc, id desc limit 1
        ) as request on true
      order by listed.sort_key ${sql.raw(order)}, listed.tie ${sql.raw(order)}
    `.execute(db);
    return rows;
  } catch (error) {
    // Error class 22 of PostgreSQL (data exception): only the cursor's value is not validated before.
    if (position.after && /^22/.test((error as { code?: string }).code ?? ''))
      throw invalidCursor();
    throw error;
  }
}

const opposite = { asc: 'desc', desc: 'asc' } as const;

function places(db: Database, asked: AskedAt): RawBuilder<unknown> {
  const { search = [], matches, position } = asked;
  const value = sortValue(position.key, position.order, search);
  const tie = isRanked(position.key) ? sql.ref('found.document_id') : sql.ref('documents.path');
  if (matches.ids === null) {
    const matching = matchingDocuments(db, asked);
    return sql`${matching.select(['documents.id', value.as('sort_key'), tie.as('tie')])}`;
  }
  // As text, because the planner would estimate ten thousand visible numbers one by one.
  const isMatch = sql`= any((select ${matches.ids}::text)::bigint[])`;
  return isRanked(position.key)
    ? sql`select document_id as id, ${value} as sort_key, ${tie} as tie
        from document_search as found where document_id ${isMatch}`
    : sql`select id, ${value} as sort_key, ${tie} as tie from documents where id ${isMatch}`;
}

function isBehind({ key, order, after }: ListPosition): RawBuilder<unknown> {
  if (!after) return sql`true`;
  const [valueType, tieType] = sortTypes[key];
  const place = sql`(${after.value}::${sql.raw(valueType)}, ${after.tie}::${sql.raw(tieType)})`;
  return sql`(sort_key, tie) ${sql.raw(order === 'asc' ? '>' : '<')} ${place}`;
}

const sortTypes: Readonly<Record<ListKey, readonly [value: string, tie: string]>> = {
  updated_at: ['timestamptz', 'text'],
  date: ['timestamptz', 'text'],
  title: ['text', 'text'],
  path: ['text', 'text'],
  relevance: ['real', 'bigint'],
  relevance_of_head: ['real', 'bigint'],
  relevance_unranked: ['timestamptz', 'text'],
};

/** As in the indexes of `documents`, so that they are used. */
function sortValue(
  key: ListKey,
  order: ListOrder,
  search: NonNullable<Asked['search']>,
): RawBuilder<unknown> {
  const never = sql.raw(order === 'asc' ? `'infinity'::timestamptz` : `'-infinity'::timestamptz`);
  switch (key) {
    case 'updated_at':
    case 'relevance_unranked':
      return sql`coalesce(updated_at, created_at, date, ${never})`;
    case 'date':
      return sql`coalesce(date, ${never})`;
    case 'title':
      return sql`lower("left"(title, 100))`;
    case 'path':
      return sql`path`;
    case 'relevance':
      return rank(search, 'everything');
    case 'relevance_of_head':
      return rank(search, 'head');
  }
}
