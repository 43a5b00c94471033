import { describe, expect, test } from 'vitest';
import { writeCursor, type ListKey } from './list-cursor.ts';
import { listPart, listPosition } from './list-position.ts';

test.each<[found: number | undefined, key: ListKey]>([
  [undefined, 'updated_at'],
  [0, 'relevance'],
  [1_000, 'relevance'],
  [1_001, 'relevance_of_head'],
  [10_000, 'relevance_of_head'],
  [10_001, 'relevance_unranked'],
])('a search with the matches %j is sorted by %s', (found, key) => {
  expect(listPosition({}, found)).toMatchObject({ key, order: 'desc', page: 1 });
});

describe('a list continued at a cursor', () => {
  const place = { order: 'desc', value: '0.4', tie: 'posts/a.md', page: 2 } as const;

  test.each<[key: ListKey, found: number]>([
    ['relevance', 20_000],
    ['relevance_of_head', 3],
    ['relevance_unranked', 3],
  ])('keeps its sort order %s although the search now finds %i', (key, found) => {
    const cursor = writeCursor({ ...place, key });
    for (const sort of ['relevance', undefined] as const)
      expect(listPosition({ cursor, sort }, found)).toMatchObject({ key, page: 2 });
  });
});

test.each([
  { page: 1, total: 0, part: { limit: 0 } },
  { page: 1, total: 9, part: { offset: 0, limit: 9, isFromEnd: false } },
  { page: 1, total: 10, part: { offset: 0, limit: 10, isFromEnd: false } },
  { page: 1, total: 11, part: { offset: 0, limit: 11, isFromEnd: false } },
  { page: 2, total: 40, part: { offset: 10, limit: 11, isFromEnd: false } },
  { page: 3, total: 40, part: { offset: 9, limit: 11, isFromEnd: true } },
  { page: 4, total: 40, part: { offset: 0, limit: 10, isFromEnd: true } },
  { page: 5, total: 40, part: { limit: 0 } },
  { page: 2 ** 53, total: 40, part: { limit: 0 } },
])('page $page of $total is read from the nearer end: $part', ({ page, total, part }) => {
  expect(listPart({ page, after: undefined }, 10, total)).toMatchObject(part);
});

test('a cursor selects the rows that follow it', () => {
  const after = { key: 'path', order: 'asc', value: 'a', tie: 'a', page: 900 } as const;
  expect(listPart({ page: 900, after }, 10, 10_000)).toEqual({
    offset: 0,
    limit: 11,
    isFromEnd: false,
  });
});
