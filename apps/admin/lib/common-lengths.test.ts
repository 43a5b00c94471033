import { expect, test } from 'vitest';
import { commonLengths } from './common-lengths.ts';

test('the common length counts the words that both texts have in the same order', () => {
  const lengthFrom = commonLengths(['a', 'b', 'c', 'd'], ['b', 'x', 'd', 'a']);
  expect(lengthFrom(0, 0)).toBe(2);
  expect(lengthFrom(2, 0)).toBe(1);
  expect(lengthFrom(0, 3)).toBe(1);
  expect(lengthFrom(4, 4)).toBe(0);
});
