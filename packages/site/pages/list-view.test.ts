import { expect, test } from 'vitest';
import { pageNumbers } from './list-view.ts';

test.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [1, 5, [1, 2, null, 5]],
  [3, 5, [1, 2, 3, 4, 5]],
  [1, 3, [1, 2, 3]],
  [10, 20, [1, null, 9, 10, 11, null, 20]],
  [4, 20, [1, 2, 3, 4, 5, null, 20]],
  [20, 20, [1, null, 19, 20]],
])('page %i of %i shows the numbers %j', (page, pages, expected) => {
  expect(pageNumbers(page, pages)).toEqual(expected);
});
