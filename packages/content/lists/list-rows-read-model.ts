import { sql, type RawBuilder } from 'kysely';
import type { Database } from '@galley/database';
import type { HistoryEntry } from '../document/document.ts';
import { foundDocuments, type AskedSearch, type Matches } from './list-matches-read-model.ts';
import { isBehind, opposite, sortValue, withCursorErrors } from './list-order-read-model.ts';
import { isRanked, listPart, type ListPosition } from './list-position.ts';
import { summaryColumns, type SummaryRow } from '../store/document-rows.ts';

export type ListedRow = SummaryRow & {
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

interface AskedAt extends AskedSearch {
  readonly matches: Matches;
  readonly position: ListPosition;
}

/** Returns one row more than the page if more follow. @throws `invalid_request` for an invalid cursor */
export async function findRows(db: Database, asked: AskedAt): Promise<readonly ListedRow[]> {
  const { position, query, matches } = asked;
  const part = listPart(position, query.pageSize, matches.total);
  if (part.limit === 0) return [];
  const { order } = position;
  const walked = sql.raw(part.isFromEnd ? opposite[order] : order);
  const isSorted = matches.ids !== null;
  const at = { value: sql.ref('sort_key'), tie: sql.ref('tie') };
  const { rows } = await withCursorErrors(position, () =>
    sql<ListedRow>`
      with matching as ${sql.raw(isSorted ? 'materialized' : 'not materialized')} (${places(asked)}),
      listed as (
        select id, sort_key, tie from matching where ${isBehind(position, at)}
        order by sort_key ${walked}, tie ${walked} limit ${part.limit} offset ${part.offset}
      )
      select ${listedColumns} from ${listedDocuments}
      order by listed.sort_key ${sql.raw(order)}, listed.tie ${sql.raw(order)}
    `.execute(db),
  );
  return rows;
}

const columns = summaryColumns.join(', ');

// As raw text, because Kysely compiles every reference again for each request.
export const listedColumns = sql.raw(`
  ${columns}, listed.sort_key::text as sort_value, listed.tie::text as tie_value,
  change.kind as change_kind, change.author as change_author, change.at as change_at,
  request.actor as request_actor, request.at as request_at, request.note as request_note,
  (
    select json_object_agg(username, name) from users
    where name <> '' and username = any(array[documents.author, documents.last_editor,
      documents.assignee, documents.reviewer, documents.approved_by, change.author, request.actor])
  ) as names
`);

/** `offset 0` keeps PostgreSQL from joining all documents when it overestimates the number of rows. */
export const listedDocuments = sql.raw(`
  listed
  cross join lateral (select ${columns} from documents where id = listed.id offset 0) as documents
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
`);

function places(asked: AskedAt): RawBuilder<unknown> {
  const { search, matches, position } = asked;
  const value = sortValue(position, search);
  const tie = sql.ref(isRanked(position.key) ? 'found.document_id' : 'documents.path');
  if (matches.ids === null)
    return sql`select documents.id, ${value} as sort_key, ${tie} as tie from ${foundDocuments(asked)}`;
  // As text, because the planner would estimate ten thousand visible numbers one by one.
  const isMatch = sql`= any((select ${matches.ids}::text)::bigint[])`;
  return isRanked(position.key)
    ? sql`select document_id as id, ${value} as sort_key, ${tie} as tie
        from document_search as found where document_id ${isMatch}`
    : sql`select id, ${value} as sort_key, ${tie} as tie from documents where id ${isMatch}`;
}
