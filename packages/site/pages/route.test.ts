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
  ['/about/topics/', { kind: 'terms', lang: 'en', taxonomy: 'topics' }],
  ['/about/topics/ink/', { kind: 'term', lang: 'en', taxonomy: 'topics', term: 'ink', page: 1 }],
  ['/topics/ink/', undefined],
  ['/feed.xml', { kind: 'feed', lang: 'en' }],
  ['/es/feed.xml', { kind: 'feed', lang: 'es' }],
  ['/fr/feed.xml', undefined],
  ['/constructor/', undefined],
  ['/__proto__/', undefined],
  ['/robots.txt', { kind: 'robots' }],
  ['/sitemap.xml', { kind: 'sitemap' }],
  ['/assets/fonts/a.woff2', { kind: 'asset', file: 'fonts/a.woff2' }],
])('%s', (path, route) => {
  expect(matchRoute(settings, path)).toEqual(route);
});
