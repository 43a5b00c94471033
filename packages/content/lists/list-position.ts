import { fieldError, type DocumentSort } from '@galley/kernel';
import {
  invalidCursor,
  readCursor,
  type ListCursor,
  type ListKey,
  type ListOrder,
} from './list-cursor.ts';
import { contentProblems } from '../document/problems.ts';

export type ListSort = DocumentSort | 'relevance';

export interface ListRequest {
  /** Defaults to relevance for a search, otherwise to the last change. */
  readonly sort?: ListSort | undefined;
  readonly order?: ListOrder | undefined;
  /** From 1; alternative to a cursor. */
  readonly page?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface ListPosition {
  readonly key: ListKey;
  readonly order: ListOrder;
  readonly page: number;
  readonly after: ListCursor | undefined;
}

/** Above, only title, terms and summary are ranked: ranking a body takes some 20 µs. */
const maxRanked = 1_000;
/** Above, the newest documents come first. */
export const maxRankedHeads = 10_000;

/** `found` is the number of matches of a search; undefined without one. @throws `invalid_request` */
export function listPosition(request: ListRequest, found: number | undefined): ListPosition {
  const { sort, order, page, cursor } = request;
  if (sort === 'relevance' && found === undefined) {
    throw contentProblems.invalid_request(
      'sort: relevance requires a search. Send q or choose another sort order.',
      { errors: [fieldError('sort', 'requires', { other: 'q' })] },
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
  if (found > maxRankedHeads) return 'relevance_unranked';
  return found > maxRanked ? 'relevance_of_head' : 'relevance';
}

/** Keeps the order of the first page when more documents match by now. */
function positionAfter(
  after: ListCursor,
  { sort, order, page }: ListRequest,
  isSearch: boolean,
): ListPosition {
  if (page !== undefined) throw invalidCursor('Send either page or cursor, not both');
  const begun = after.key.startsWith('relevance') ? 'relevance' : after.key;
  const isSame = (sort ?? begun) === begun && (order ?? after.order) === after.order;
  if (!isSame || (begun === 'relevance' && !isSearch))
    throw invalidCursor('The cursor belongs to a list in another sort order');
  return { key: after.key, order: after.order, page: after.page, after };
}

export function isRanked(key: ListKey): boolean {
  return key === 'relevance' || key === 'relevance_of_head';
}

export interface ListPart {
  readonly offset: number;
  readonly limit: number;
  /** Counted from the end of the list when that is nearer. */
  readonly isFromEnd: boolean;
}

/** Selects one row more than the page, to detect a next page. */
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
