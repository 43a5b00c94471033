import { describe, expect, test } from 'vitest';
import { isInPattern, mayOverlap, pathPatternSyntax } from './path-pattern.ts';

describe('a path is in a pattern', () => {
  test.each([
    ['posts/ink.md', 'posts/**'],
    ['posts/2026/pen.md', 'posts/**'],
    ['posts/ink.md', 'posts/*.md'],
    ['posts/ink.md', 'posts/ink.md'],
    ['posts/[a].md', 'posts/[a].md'],
    ['posts/2026/pen.md', 'posts'],
    ['posts/2026/pen.md', 'posts/'],
    ['posts/2026/pen.md', '**/p*n.md'],
    ['posts/pen.md', '**'],
    ['posts/*.md', 'posts/*.md'],
  ])('%s is in %s', (path, pattern) => {
    expect(isInPattern(path, pattern)).toBe(true);
  });

  test.each([
    ['posts.md', 'posts'],
    ['posts/2026/pen.md', 'posts/*'],
    ['pages/ink.md', 'posts/**'],
    ['posts/pen.md', 'posts/pen*pen.md'],
    ['posts/a.md', 'posts/[a].md'],
    ['posts/a.md', '{posts,pages}/a.md'],
  ])('%s is not in %s', (path, pattern) => {
    expect(isInPattern(path, pattern)).toBe(false);
  });
});

describe('patterns overlap', () => {
  test.each([
    ['posts/ink.md', 'posts/ink.md'],
    ['posts/ink.md', 'posts'],
    ['posts/', 'posts/2026/*.md'],
    ['posts/**', 'posts/2026/pen.md'],
    ['posts/**', '**/pen.md'],
    ['**', 'galley.yaml'],
    ['posts/*.md', 'posts/ink.md'],
    ['posts/i*.md', 'posts/*k.md'],
    ['*/ink.md', 'posts/*'],
    ['posts/**/ink.md', 'posts/ink.md'],
    ['posts', 'posts/[a].md'],
  ])('%s and %s', (one, other) => {
    expect(mayOverlap(one, other)).toBe(true);
    expect(mayOverlap(other, one)).toBe(true);
  });

  test.each([
    ['posts', 'pages'],
    ['posts/ink.md', 'posts/pen.md'],
    ['posts/*.md', 'posts/2026/pen.md'],
    ['posts/*.md', 'pages/*.md'],
    ['posts/**', 'pages/**'],
    ['posts/**/ink.md', 'pages/**/ink.md'],
    ['post', 'posts/**'],
  ])('but not %s and %s', (one, other) => {
    expect(mayOverlap(one, other)).toBe(false);
    expect(mayOverlap(other, one)).toBe(false);
  });
});

test('a hostile pattern takes no longer than another', () => {
  const [deep, wide] = ['**/a/'.repeat(59), `${'*a'.repeat(140)}b`];
  expect(mayOverlap(`${deep}b`, `${deep}c`)).toBe(false);
  expect(isInPattern(`${'a/'.repeat(150)}b`, `${deep}c`)).toBe(false);
  expect(isInPattern('a'.repeat(4_000), wide)).toBe(false);
});

test.each(['/posts', '../posts', 'posts/../..', 'posts\\ink.md', '', 'a'.repeat(301)])(
  'a pattern cannot be "%s"',
  (pattern) => {
    expect(pathPatternSyntax.test(pattern)).toBe(false);
  },
);
