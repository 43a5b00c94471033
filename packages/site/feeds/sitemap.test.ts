import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentFile, SiteHarness } from '../fixtures.ts';
import { builtInSiteTexts } from '../texts/site-texts.ts';
import { RenderedBodies } from '../pages/rendered-bodies.ts';
import { findChild, children, parseXml } from './fixtures.ts';
import { sitemap, sitemapPart } from './sitemap.ts';

const site = 'https://paper.example';

let kiosk: SiteHarness;

beforeAll(async () => {
  kiosk = await SiteHarness.open(`
url: ${site}
languages: { es: {} }
robots: { disallow: [/drafts/, /*?q=], extra: "User-agent: GreedyBot\\nDisallow: /" }
`);
  await kiosk.print({
    'pages/about.md': documentFile({ title: 'About' }),
    'pages/thanks.md': documentFile({ title: 'Thanks', noindex: true }),
    'pages/404.md': documentFile({ title: 'Lost' }),
    'posts/old.md': documentFile({ title: 'Old', date: '2026-01-01' }),
    'posts/new.md': documentFile({
      title: 'New & newer',
      date: '2026-03-01',
      updated_at: '2026-03-05T06:07:08Z',
    }),
    'posts/es/new.md': documentFile({ title: 'Nuevo', slug: 'nuevo', date: '2026-03-01' }),
  });
});
afterAll(() => kiosk[Symbol.asyncDispose]());

const addresses = (xml: string, name = 'url') =>
  children(parseXml(xml), name).map((one) => findChild(one, 'loc').text.slice(site.length));

describe('the sitemap', () => {
  test('names every public page once, and none that is not for search engines', async () => {
    const { headers, body } = await kiosk.get('/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(addresses(String(body)).toSorted()).toEqual([
      '/',
      '/about/',
      '/es/',
      '/es/posts/',
      '/es/posts/nuevo/',
      '/posts/',
      '/posts/new/',
      '/posts/old/',
    ]);
  });

  test('says when a document was changed last, and where it is in other languages', async () => {
    const urls = children(parseXml(await kiosk.read('/sitemap.xml')), 'url');
    const find = (path: string) => urls.find((url) => findChild(url, 'loc').text === site + path)!;
    expect(findChild(find('/posts/old/'), 'lastmod').text).toBe('2026-01-01T00:00:00.000Z');
    expect(children(find('/posts/old/'), 'xhtml:link')).toEqual([]);
    expect(findChild(find('/posts/new/'), 'lastmod').text).toBe('2026-03-05T06:07:08.000Z');
    for (const path of ['/posts/new/', '/es/posts/nuevo/']) {
      const links = children(find(path), 'xhtml:link').map(({ attributes }) => attributes);
      expect(links).toEqual([
        { rel: 'alternate', hreflang: 'en', href: `${site}/posts/new/` },
        { rel: 'alternate', hreflang: 'es', href: `${site}/es/posts/nuevo/` },
      ]);
    }
  });

  test('of a small site has no parts', async () => {
    expect((await kiosk.get('/sitemap-1.xml')).status).toBe(404);
  });

  test('a document that is a home or a section stands for it, and hides it when it is hidden', async () => {
    await using other = await SiteHarness.open(`url: ${site}`);
    await other.print({
      'pages/index.md': documentFile({ title: 'Home', date: '2026-01-01' }),
      'pages/posts.md': documentFile({ title: 'Posts', noindex: true }),
    });
    expect(addresses(await other.read('/sitemap.xml'))).toEqual(['/']);
  });
});

test('a large site’s sitemap is an index of parts in the order of paths', async () => {
  const { settings, published } = kiosk;
  const context = {
    settings: { ...settings, texts: builtInSiteTexts },
    published,
    bodies: new RenderedBodies(),
    version: '1',
    isLive: false,
  };

  const index = await sitemap(context, 3);
  expect(parseXml(index).name).toBe('sitemapindex');
  expect(addresses(index, 'sitemap')).toEqual(['/sitemap-1.xml', '/sitemap-2.xml']);
  const changed = children(parseXml(index), 'sitemap').map(
    (part) => findChild(part, 'lastmod').text,
  );
  expect(changed[1]).toBe('2026-03-05T06:07:08.000Z');

  const first = addresses((await sitemapPart(context, 1, 3))!);
  expect(first).toEqual(['/', '/es/', '/posts/', '/es/posts/', '/about/']);
  const second = addresses((await sitemapPart(context, 2, 3))!);
  expect(second).toEqual(['/es/posts/nuevo/', '/posts/new/', '/posts/old/']);
  expect(await sitemapPart(context, 3, 3)).toBeUndefined();
});

describe('robots.txt', () => {
  test('names the sitemap, what is forbidden, and what else the site says', async () => {
    expect(await kiosk.read('/robots.txt')).toBe(
      [
        'User-agent: *\nDisallow: /drafts/\nDisallow: /*?q=',
        'User-agent: GreedyBot\nDisallow: /',
        `Sitemap: ${site}/sitemap.xml\n`,
      ].join('\n\n'),
    );
  });

  test('allows everything where nothing is forbidden', async () => {
    await using open = await SiteHarness.open(`url: ${site}`);
    expect(await open.read('/robots.txt')).toBe(
      `User-agent: *\nAllow: /\n\nSitemap: ${site}/sitemap.xml\n`,
    );
  });
});
