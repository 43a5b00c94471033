import { expect, test } from 'vitest';
import { foldersOf, Places } from './places.ts';

test.each([
  ['posts/a.md', true],
  ['posts', true],
  ['posts/a.md/b', true],
  ['posts/b.md', false],
  ['post', false],
  ['', false],
])('beside posts/a.md the place %j is taken: %s', (path, expected) => {
  expect(new Places(['posts/a.md']).isTaken(path)).toBe(expected);
});

test('the folders of a path come from the outside in', () => {
  expect(foldersOf('a/b/c.md')).toEqual(['a', 'a/b']);
  expect(foldersOf('c.md')).toEqual([]);
});
