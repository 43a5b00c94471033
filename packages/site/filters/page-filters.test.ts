import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RenderedBodies } from '../pages/rendered-bodies.ts';
import { parseSiteSettings } from '@galley/settings';
import { PublicSite } from '../public-site.ts';
import { documentFile, SiteHarness } from '../fixtures.ts';
import { restoreResponse, type SiteResponse } from '../site-response.ts';
import { noFilters, type FilterContext, type PageFilters } from './page-filters.ts';

let kiosk: SiteHarness;
let filters: PageFilters = noFilters;
let site: PublicSite;

beforeAll(async () => {
  kiosk = await SiteHarness.open('title: Paper\nurl: https://paper.example\n');
  await kiosk.print({
    'posts/ink.md': documentFile(
      { title: 'Ink', date: '2026-01-01', summary: 'Wet.' },
      'Of *ink*.',
    ),
  });
  const parts = { settings: () => kiosk.settings, filters: () => filters };
  site = new PublicSite({
    ...parts,
    published: kiosk.published,
    bodies: new RenderedBodies(parts),
    theme: () => kiosk.theme(),
    logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    version: '1.0.0',
  });
});

afterAll(() => kiosk[Symbol.asyncDispose]());

function get(path: string): Promise<SiteResponse> {
  return site.respond({ method: 'GET', path, query: new URLSearchParams(), headers: {} });
}

function pageFilter(make: (html: string, about: FilterContext) => string): PageFilters {
  return {
    ...noFilters,
    key: 'one',
    has: (filter) => filter === 'page.html',
    filter: (_filter, html, about) => Promise.resolve(make(html, about)),
  };
}

describe('a filter of pages', () => {
  test('processes every existing page last, with its context', async () => {
    const seen: FilterContext[] = [];
    filters = pageFilter((html, about) => {
      seen.push(about);
      return html.replace('</body>', '<!--mine--></body>');
    });
    const page = await get('/posts/ink/');
    expect(page.body).toContain('<!--mine--></body>');
    expect((await get('/posts/')).body).toContain('<!--mine-->');
    expect(seen[0]).toEqual({
      title: 'Ink',
      full_title: 'Ink – Paper',
      description: 'Wet.',
      url: '/posts/ink/',
      canonical: 'https://paper.example/posts/ink/',
      image: null,
      lang: 'en',
      is_home: false,
      is_article: true,
      layout: seen[0]!.layout,
      is_preview: false,
    });
    const before = page.headers.etag;
    filters = noFilters;
    expect((await get('/posts/ink/')).headers.etag).not.toBe(before);
  });

  test('is not asked about addresses at which nothing is, nor about what is no page', async () => {
    filters = pageFilter(() => 'no page at all');
    for (const path of ['/nothing/', '/robots.txt', '/feed.xml', '/sitemap.xml'])
      expect((await get(path)).body).not.toContain('no page at all');
  });

  test('does not have more scripts run than the page of the theme does', async () => {
    filters = noFilters;
    const own = (await get('/posts/ink/')).headers['content-security-policy'];
    filters = pageFilter((html) =>
      html
        .replace(/<script\b[^>]*\ssrc=[^>]*><\/script>/g, '')
        .replace('</head>', '<script src="https://evil.example/x.js"></script></head>'),
    );
    const filtered = await get('/posts/ink/');
    expect(filtered.headers['content-security-policy']).toBe(own);
    expect(own).not.toContain('unsafe-inline');
    const { sentAs } = filtered;
    const again = restoreResponse(
      { text: String(filtered.body), sentAs: sentAs! },
      parseSiteSettings('{}', 'site.yaml'),
    );
    expect(again).toEqual(filtered);
  });

  test('that fails leaves a page that is neither kept nor sent again from a file', async () => {
    let failures = 0;
    filters = {
      ...pageFilter((html) => {
        failures += 1;
        return html;
      }),
      get failures() {
        return failures;
      },
    };
    const { status, headers, sentAs } = await get('/posts/ink/');
    expect([status, headers['cache-control'], sentAs]).toEqual([200, 'no-store', undefined]);
    filters = pageFilter((html) => html);
    expect((await get('/posts/ink/')).sentAs).toBe('page');
  });

  test('sees a preview before it is marked as one', async () => {
    const seen: FilterContext[] = [];
    filters = pageFilter((html, about) => {
      seen.push(about);
      return html.includes('preview-banner') ? 'marked already' : html;
    });
    const document = await kiosk.published.findByPath('posts/ink.md');
    const { body } = await site.preview(document!);
    expect(seen).toMatchObject([{ is_preview: true, title: 'Ink' }]);
    expect(body).not.toBe('marked already');
    expect(body).toContain('noindex');
  });
});

test('a filter of texts holds in pages and in feeds, and what it made before is not shown for another', async () => {
  const marked = (key: string): PageFilters => ({
    ...noFilters,
    key,
    has: (filter) => filter === 'document.html',
    filter: (_filter, html) => Promise.resolve(html.replace('<em>ink</em>', `<mark>${key}</mark>`)),
  });
  for (const key of ['first', 'second']) {
    filters = marked(key);
    expect((await get('/posts/ink/')).body).toContain(`Of <mark>${key}</mark>.`);
    expect((await get('/feed.xml')).body).toContain(`&lt;mark&gt;${key}&lt;/mark&gt;`);
  }
  filters = noFilters;
  expect((await get('/posts/ink/')).body).toContain('Of <em>ink</em>.');
});
