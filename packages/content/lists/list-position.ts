import type { DocumentSort } from '@galley/kernel';
import {
  invalidCursor,
  readCursor,
  type ListCursor,
  type ListKey,
  type ListOrder,
} from './list-cursor.ts';
import { contentProblems } from '../document/problems.ts';

export type ListSort = DocumentSort | 'relevance';

/** Which part of a list is asked for. */
export interface ListRequest {
  /** Relevance of a search, unless it says otherwise; without a search the last change. */
  readonly sort?: ListSort | undefined;
  readonly order?: ListOrder | undefined;
  /** From 1; instead of a cursor. */
  readonly page?: number | undefined;
  /** Where the page before has ended. */
  readonly cursor?: string | undefined;
}

export interface ListPosition {
  readonly key: ListKey;
  readonly order: ListOrder;
  readonly page: number;
  readonly after: ListCursor | undefined;
}

/** Of a search that finds more, title, terms and summary alone are weighed: a body takes some 20 µs. */
const mostRanked = 1_000;
/** A search that finds more says too little to weigh anything: it is answered with the newest. */
export const mostRankedHeads = 10_000;

/** Throws `invalid_request`. `found` is how many a search finds; undefined when it is none. */
export function listPosition(request: ListRequest, found: number | undefined): ListPosition {
  const { sort, order, page, cursor } = request;
  if (sort === 'relevance' && found === undefined) {
    throw contentProblems.invalid_request(
      'sort: relevance is to a search; send q, or sort by something else.',
      { errors: [{ path: 'sort', message: 'needs q' }] },
    );
  }
  if (cursor !== undefined) return positionAfter(readCursor(cursor), request, found !== undefined);
  const key = listKey(sort, found);
  const isAscending = key === 'title' || key === 'path';
  return { key, order: order ?? (isAscending ? 'asc' : 'desc'), page: page ?? 1, after: undefined };
}

function listKey(sort: ListSort | undefined, found: number | undefined): ListKey {
  if (found === undefined) return sort ?? 'updated_at';
  if (sort !== undefined && sort !== 'relevance') return sort;
  if (found > mostRankedHeads) return 'relevance_unranked';
  return found > mostRanked ? 'relevance_of_head' : 'relevance';
}

/** A list goes on in the order in which it has begun, even if the search finds more by now. */
function positionAfter(
  after: ListCursor,
  { sort, order, page }: ListRequest,
  isSearch: boolean,
): ListPosition {
  if (page !== undefined)
    throw invalidCursor('A page is named by its number or by a cursor, not by both');
  const begun = after.key.startsWith('relevance') ? 'relevance' : after.key;
  const isSame = (sort ?? begun) === begun && (order ?? after.order) === after.order;
  if (!isSame || (begun === 'relevance' && !isSearch))
    throw invalidCursor('The cursor is of a list in another order');
  return { key: after.key, order: after.order, page: after.page, after };
}

export function isRanked(key: ListKey): boolean {
  return key === 'relevance' || key === 'relevance_of_head';
}

/** The rows to read of what is behind the cursor, or else of all there are. */
export interface ListPart {
  readonly offset: number;
  readonly limit: number;
  /** Counted from the end of the list, since that is nearer. */
  readonly isFromEnd: boolean;
}

/** One more row than the page has, if there is one. */
export function listPart(
  { page, after }: Pick<ListPosition, 'page' | 'after'>,
  pageSize: number,
  total: number,
): ListPart {
  if (after) return { offset: 0, limit: Math.min(pageSize + 1, total), isFromEnd: false };
  const offset = (page - 1) * pageSize;
  const limit = Math.max(0, Math.min(pageSize + 1, total - offset));
  const fromEnd = total - offset - limit;
  return fromEnd < offset
    ? { offset: fromEnd, limit, isFromEnd: true }
    : { offset, limit, isFromEnd: false };
}
