import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { captureError } from './fixtures.ts';
import { permalinkFor, type PermalinkSource } from './permalink.ts';
import { parseSiteSettings } from './site-settings.ts';

const settingsWith = (permalink: string, more = '') =>
  parseSiteSettings(
    `languages: { es: }\ncontent: { types: { post: { permalink: "${permalink}" } } }\n${more}`,
    'site.yaml',
  );

const at = (permalink: string, source: Partial<PermalinkSource>) =>
  permalinkFor(settingsWith(permalink), { type: 'post', lang: 'en', path: 'hello', ...source });

const date = new Date('2026-01-02T03:04:05Z');

describe('the address of a document', () => {
  test.each<[string, Partial<PermalinkSource>, string]>([
    ['/posts/:path/', {}, '/posts/hello/'],
    ['/posts/:path/', { lang: 'es' }, '/es/posts/hello/'],
    ['/:path/', { path: 'a/b' }, '/a/b/'],
    ['/:path/', { path: 'index' }, '/'],
    ['/:path/', { path: 'index', lang: 'es' }, '/es/'],
    ['/:path/', { path: 'docs/index' }, '/docs/'],
    ['/:path/', { path: 'index/docs' }, '/index/docs/'],
    ['/:path/', { path: 'a/b', slug: 'other' }, '/a/b/'],
    ['/x/:slug/', { path: 'a/b', slug: 'other' }, '/x/other/'],
    ['/x/:slug/', { path: 'a/b' }, '/x/b/'],
    ['/x/:slug/', { path: 'a/b', slug: null }, '/x/b/'],
    ['/x/:slug/', { path: 'docs/index', slug: 'index' }, '/x/docs/'],
    ['/x/:slug/', { path: 'index' }, '/x/'],
    ['/:year/:month/:day/:slug/', { date }, '/2026/01/02/hello/'],
    ['/:year-:month/p-:slug/', { date }, '/2026-01/p-hello/'],
    ['/:year/:slug/', { date: null }, '/hello/'],
    ['/:year-:month/:slug/', {}, '/hello/'],
    ['/:year/:slug/', { date: new Date('0987-06-05T00:00:00Z') }, '/0987/hello/'],
    ['/:path/', { path: 'año nuevo/50%?#' }, '/a%C3%B1o%20nuevo/50%25%3F%23/'],
    ['/ñ/:path/', {}, '/%C3%B1/hello/'],
    ['/:path/', { path: 'n\u0303' }, '/%C3%B1/'],
    ['/x/:slug/', { slug: '../../__admin' }, '/x/..%2F..%2F__admin/'],
    ['/x/:slug/', { slug: '..' }, '/x/'],
    ['/x/:slug/', { slug: '\ud800' }, '/x/%EF%BF%BD/'],
    ['/x/:slug/', { slug: ':path' }, '/x/%3Apath/'],
  ])('by %s of %j is %s', (permalink, source, expected) => {
    expect(at(permalink, source)).toBe(expected);
  });

  test('uses the time zone of the site for dates', () => {
    const settings = settingsWith('/:year/:month/:day/:slug/', 'time_zone: America/Los_Angeles');
    const source = { type: 'post', lang: 'en', path: 'x', date: new Date('2026-01-01T02:00:00Z') };
    expect(permalinkFor(settings, source)).toBe('/2025/12/31/x/');
  });

  test('is refused for an unknown type', async () => {
    expect((await captureError(() => at('/:path/', { type: 'nope' }))).code).toBe(
      'invalid_request',
    );
  });

  test('is always a normalized URL path', () => {
    const settings = settingsWith('/:year/x-:slug/:path/');
    const source = fc.record({
      type: fc.constant('post'),
      lang: fc.constantFrom('en', 'es'),
      path: fc
        .array(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 1 })
        .map((parts) => parts.join('/')),
      slug: fc.option(fc.string({ unit: 'binary' })),
      date: fc.option(fc.date({ min: new Date(0), noInvalidDate: true })),
    });
    fc.assert(
      fc.property(source, (given) => {
        const path = permalinkFor(settings, given);
        expect(path).toMatch(/^\/([^/]+\/)*$/);
        expect(new URL(path, 'http://a.example').pathname).toBe(path);
      }),
    );
  });
});
