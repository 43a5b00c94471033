import { sql, type RawBuilder } from 'kysely';
import { rank } from '../search/search-match-read-model.ts';
import type { SearchQuery } from '../search/search-query-read-model.ts';
import { invalidCursor, type ListKey } from './list-cursor.ts';
import type { ListPosition } from './list-position.ts';

export const opposite = { asc: 'desc', desc: 'asc' } as const;

/** As in the indexes of `documents`, so that they are used. */
export function sortValue(
  { key, order }: Pick<ListPosition, 'key' | 'order'>,
  search: readonly SearchQuery[] = [],
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

/** Condition on `value` and `tie` of rows that follow the cursor. */
export function isBehind(
  { key, order, after }: ListPosition,
  { value, tie }: { readonly value: RawBuilder<unknown>; readonly tie: RawBuilder<unknown> },
): RawBuilder<boolean> {
  if (!after) return sql`true`;
  const [valueType, tieType] = sortTypes[key];
  const place = sql`(${after.value}::${sql.raw(valueType)}, ${after.tie}::${sql.raw(tieType)})`;
  return sql`(${value}, ${tie}) ${sql.raw(order === 'asc' ? '>' : '<')} ${place}`;
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

/** @throws `invalid_request` when PostgreSQL cannot read the cursor's value, which is not validated before */
export async function withCursorErrors<Result>(
  { after }: ListPosition,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // Error class 22 of PostgreSQL: data exception.
    if (after && /^22/.test((error as { code?: string }).code ?? '')) throw invalidCursor();
    throw error;
  }
}
