import { expect, test } from 'vitest';
import { memoize } from './memoize.ts';

test('a result is computed once per key, and the cache is cleared at its limit', () => {
  const made: string[] = [];
  const upper = memoize((key: string) => {
    made.push(key);
    return key.toUpperCase();
  }, 2);
  expect([upper('a'), upper('b'), upper('a')]).toEqual(['A', 'B', 'A']);
  expect(made).toEqual(['a', 'b']);
  expect([upper('c'), upper('a')]).toEqual(['C', 'A']);
  expect(made).toEqual(['a', 'b', 'c', 'a']);
});
