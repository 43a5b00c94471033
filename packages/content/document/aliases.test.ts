import { expect, test } from 'vitest';
import { aliasesOf } from './aliases.ts';

test.each([
  ['/old/', '/old/'],
  ['/old', '/old/'],
  ['/old/page.html', '/old/page.html'],
  ['/press-3.0/', '/press-3.0/'],
  ['/2019//ink /', '/2019/ink%20/'],
  ['/caf%C3%A9', '/caf%C3%A9/'],
  ['/café', '/caf%C3%A9/'],
  ['/100%', '/100%25/'],
])('%s is the alias %s', (written, alias) => {
  expect(aliasesOf({ aliases: written })).toEqual([alias]);
});

test.each([
  'https://example.org/',
  '//example.org/',
  'old',
  '/',
  '/../secret',
  '/a?b',
  '/a\\b',
  7,
  null,
  `/${'x'.repeat(3_000)}`,
])('%s is not an alias', (written) => expect(aliasesOf({ aliases: [written] })).toEqual([]));

test('a list keeps its order and drops duplicates', () => {
  expect(aliasesOf({ aliases: ['/b', '/a/', '/b/'] })).toEqual(['/b/', '/a/']);
});

test('aliases after the hundredth are ignored', () => {
  const aliases = Array.from({ length: 150 }, (_, index) => `/${index}`);
  expect(aliasesOf({ aliases })).toHaveLength(100);
});
