import { documentSorts } from '@galley/kernel';
import { contentProblems } from '../document/problems.ts';

export const listOrders = ['asc', 'desc'] as const;
export type ListOrder = (typeof listOrders)[number];

/** For searches that find many, `relevance_of_head` is that of title, terms and summary; for very many, it is newness. */
export const listKeys = [
  ...documentSorts,
  'relevance',
  'relevance_of_head',
  'relevance_unranked',
] as const;
export type ListKey = (typeof listKeys)[number];

/** The place in a list after which the next page begins: that of the last document before it. */
export interface ListCursor {
  readonly key: ListKey;
  readonly order: ListOrder;
  /** What the list is sorted by, as PostgreSQL writes it. */
  readonly value: string;
  /** Of documents that have the same value, the path decides; of equally relevant ones, which is newer to the index. */
  readonly tie: string;
  /** Number of the page that begins here. */
  readonly page: number;
}

/** Opaque to clients. It names a place and no more; what is there is asked for anew, with the caller's rights. */
export function writeCursor({ key, order, value, tie, page }: ListCursor): string {
  return Buffer.from(JSON.stringify([key, order, value, tie, page])).toString('base64url');
}

/** Throws `invalid_request` for what no list has answered. */
export function readCursor(text: string): ListCursor {
  const parts = parsed(text);
  if (!Array.isArray(parts) || parts.length !== 5) throw invalidCursor();
  const [key, order, value, tie, page] = parts as unknown[];
  const isCursor =
    listKeys.includes(key as ListKey) &&
    listOrders.includes(order as ListOrder) &&
    typeof value === 'string' &&
    typeof tie === 'string' &&
    Number.isSafeInteger(page) &&
    (page as number) > 1;
  if (!isCursor) throw invalidCursor();
  return {
    key: key as ListKey,
    order: order as ListOrder,
    value,
    tie,
    page: page as number,
  };
}

export function invalidCursor(
  message = 'The cursor is not one that a list has answered with',
): Error {
  return contentProblems.invalid_request(
    `${message}. Send the next_cursor of the page before, with the same query, or begin anew without one.`,
    { errors: [{ path: 'cursor', message: 'is not a cursor of this list' }] },
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}
