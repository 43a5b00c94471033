import { describe, expect, test } from 'vitest';
import { mirrorOf, readMirrorPath } from './platform-mirrors.ts';

const mirrors = [
  '/site.json',
  '/content/posts/hello.md.json',
  '/content/posts/a%20b%3Fc.md.json',
  '/collections/1.json',
  '/collections/12.json',
  '/collections/lang/en/2.json',
  '/collections/lang/en/type/post/1.json',
  '/collections/lang/en/taxonomy/tags%3Awood-type/3.json',
];

describe('a mirror', () => {
  test.each(mirrors)('%s maps to one query, which maps back to it', (mirror) => {
    const { path, query } = readMirrorPath(mirror)!;
    expect(mirrorOf(path, query)).toBe(mirror);
    expect(mirrorOf(mirror, new URLSearchParams())).toBe(mirror);
  });

  test('ignores the order of parameters, and defaults to the first page', () => {
    const found = (query: string) => mirrorOf('/collections', new URLSearchParams(query));
    expect(found('type=post&page=1&lang=en')).toBe('/collections/lang/en/type/post/1.json');
    expect(found('')).toBe('/collections/1.json');
  });

  test.each([
    ['/collections', 'page_size=5'],
    ['/collections', 'sort=title'],
    ['/collections', 'page=0'],
    ['/collections', 'page=1&page=2'],
    ['/content', ''],
    ['/content', 'id=en:post:hello'],
    ['/content', 'path=posts/hello.md&lang=en'],
    ['/content/posts/hello.md.json', 'x=1'],
    ['/site', 'x=1'],
    ['/openapi.json', ''],
  ])('does not exist for %s?%s', (path, query) => {
    expect(mirrorOf(path, new URLSearchParams(query))).toBeUndefined();
  });
});
