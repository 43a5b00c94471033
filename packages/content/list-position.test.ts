import { describe, expect, test } from 'vitest';
import { writeCursor, type ListKey } from './list-cursor.ts';
import { listPosition } from './list-position.ts';

test.each<[found: number | undefined, key: ListKey]>([
  [undefined, 'updated_at'],
  [0, 'relevance'],
  [1_000, 'relevance'],
  [1_001, 'relevance_of_head'],
  [10_000, 'relevance_of_head'],
  [10_001, 'relevance_unranked'],
])('a search that finds %j is sorted by %s', (found, key) => {
  expect(listPosition({}, found)).toMatchObject({ key, order: 'desc', page: 1 });
});

describe('a list that goes on at a cursor', () => {
  const place = { order: 'desc', value: '0.4', path: 'posts/a.md', page: 2 } as const;

  test.each<[key: ListKey, found: number]>([
    ['relevance', 20_000],
    ['relevance_of_head', 3],
    ['relevance_unranked', 3],
  ])('is sorted by %s as it has begun, although the search finds %i by now', (key, found) => {
    const cursor = writeCursor({ ...place, key });
    for (const sort of ['relevance', undefined] as const)
      expect(listPosition({ cursor, sort }, found)).toMatchObject({ key, page: 2 });
  });
});
