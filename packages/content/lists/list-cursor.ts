import { documentSorts, fieldError } from '@galley/kernel';
import { contentProblems } from '../document/problems.ts';

export const listOrders = ['asc', 'desc'] as const;
export type ListOrder = (typeof listOrders)[number];

/** Searches with many matches use `relevance_of_head`; with very many, they sort by newness. */
export const listKeys = [
  ...documentSorts,
  'relevance',
  'relevance_of_head',
  'relevance_unranked',
] as const;
export type ListKey = (typeof listKeys)[number];

/** Position of the last document of a page. */
export interface ListCursor {
  readonly key: ListKey;
  readonly order: ListOrder;
  /** As text of PostgreSQL. */
  readonly value: string;
  /** The path; for equal relevance, the order of indexing. */
  readonly tie: string;
  readonly page: number;
}

/** Opaque to clients. Grants nothing: each page is queried with the caller's permissions. */
export function writeCursor({ key, order, value, tie, page }: ListCursor): string {
  return Buffer.from(JSON.stringify([key, order, value, tie, page])).toString('base64url');
}

/** @throws `invalid_request` for a malformed cursor */
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

export function invalidCursor(message = 'The cursor is not a next_cursor of a list'): Error {
  return contentProblems.invalid_request(
    `${message}. Send the next_cursor of the previous page with the same query, or start over without a cursor.`,
    { errors: [fieldError('cursor', 'invalid_cursor')] },
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}
