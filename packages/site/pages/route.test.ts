import { parseSiteSettings } from '@galley/settings';
import { expect, test } from 'vitest';
import { matchRoute } from './route.ts';

const settings = parseSiteSettings(
  `
languages: { es: {}, pt-BR: {} }
content: { types: { page: {}, post: {}, guide: { folder: docs/guides } } }
taxonomies: { tags: {}, topics: { permalink: /about/topics/:term/ } }
`,
  'site.yaml',
);

test.each([
  ['/', { kind: 'home', lang: 'en' }],
  ['/es/', { kind: 'home', lang: 'es' }],
  ['/pt-BR/', { kind: 'home', lang: 'pt-BR' }],
  ['/en/', undefined],
  ['/posts/', { kind: 'section', lang: 'en', type: 'post', page: 1 }],
  ['/es/posts/', { kind: 'section', lang: 'es', type: 'post', page: 1 }],
  ['/posts/page/2/', { kind: 'section', lang: 'en', type: 'post', page: 2 }],
  ['/posts/page/1/', undefined],
  ['/posts/page/0/', undefined],
  ['/posts/page/02/', undefined],
  ['/posts/page/1e9/', undefined],
  ['/posts/page/9999999999/', undefined],
  ['/docs/guides/', { kind: 'section', lang: 'en', type: 'guide', page: 1 }],
  ['/posts', undefined],
  ['/tags/', { kind: 'terms', lang: 'en', taxonomy: 'tags' }],
  ['/tags/page/2/', undefined],
  ['/tags/ink/', { kind: 'term', lang: 'en', taxonomy: 'tags', term: 'ink', page: 1 }],
  [
    '/es/tags/señal/page/3/',
    { kind: 'term', lang: 'es', taxonomy: 'tags', term: 'señal', page: 3 },
  ],
  ['/tags/ink/more/', undefined],
  ['/tags/inky', undefined],
  ['/about/topics/', { kind: 'terms', lang: 'en', taxonomy: 'topics' }],
  ['/about/topics/ink/', { kind: 'term', lang: 'en', taxonomy: 'topics', term: 'ink', page: 1 }],
  ['/topics/ink/', undefined],
  ['/feed.xml', { kind: 'feed', format: 'atom', of: { kind: 'home', lang: 'en' } }],
  ['/es/rss.xml', { kind: 'feed', format: 'rss', of: { kind: 'home', lang: 'es' } }],
  [
    '/posts/feed.json',
    { kind: 'feed', format: 'json', of: { kind: 'section', lang: 'en', type: 'post', page: 1 } },
  ],
  [
    '/es/tags/señal/feed.xml',
    {
      kind: 'feed',
      format: 'atom',
      of: { kind: 'term', lang: 'es', taxonomy: 'tags', term: 'señal', page: 1 },
    },
  ],
  ['/fr/feed.xml', undefined],
  ['/tags/feed.xml', undefined],
  ['/posts/page/2/feed.xml', undefined],
  ['/posts/one/feed.xml', undefined],
  ['/atom.xml', undefined],
  ['/search/', { kind: 'search', lang: 'en' }],
  ['/es/search/', { kind: 'search', lang: 'es' }],
  ['/search/en/index.json', { kind: 'search-index', lang: 'en' }],
  ['/search/pt-BR/12.json', { kind: 'search-part', lang: 'pt-BR', part: 12 }],
  ['/search/fr/index.json', undefined],
  ['/search/en/0.json', undefined],
  ['/search/en/01.json', undefined],
  ['/sitemap-2.xml', { kind: 'sitemap-part', part: 2 }],
  ['/sitemap-0.xml', undefined],
  ['/constructor/', undefined],
  ['/__proto__/', undefined],
  ['/robots.txt', { kind: 'robots' }],
  ['/sitemap.xml', { kind: 'sitemap' }],
  ['/assets/fonts/a.woff2', { kind: 'asset', file: 'fonts/a.woff2' }],
])('%s', (path, route) => {
  expect(matchRoute(settings, path)).toEqual(route);
});

test('without a search, and in another format, there is nothing at their addresses', () => {
  const plain = parseSiteSettings(
    'search: { enabled: false }\nfeed: { formats: [rss] }',
    'site.yaml',
  );
  for (const path of ['/search/', '/search/en/index.json', '/search/en/1.json', '/feed.xml']) {
    expect(matchRoute(plain, path), path).toBeUndefined();
  }
  expect(matchRoute(plain, '/rss.xml')).toMatchObject({ kind: 'feed', format: 'rss' });
});
