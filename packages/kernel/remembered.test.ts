import { expect, test } from 'vitest';
import { remembered } from './remembered.ts';

test('what was made is given again, and no more is kept than the limit', () => {
  const made: string[] = [];
  const upper = remembered((key: string) => {
    made.push(key);
    return key.toUpperCase();
  }, 2);
  expect([upper('a'), upper('b'), upper('a')]).toEqual(['A', 'B', 'A']);
  expect(made).toEqual(['a', 'b']);
  expect([upper('c'), upper('a')]).toEqual(['C', 'A']);
  expect(made).toEqual(['a', 'b', 'c', 'a']);
});
