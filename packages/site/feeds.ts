import type { PublishedDocument, PublishedSummary } from '@galley/content';
import type { SiteSettings } from '@galley/settings';
import { homePath, languageTags } from './languages.ts';
import { absoluteUrl, feedPath, sectionPath } from './pages/addresses.ts';
import { newsTypes } from './pages/list-pages.ts';
import type { PageContext } from './pages/page.ts';
import { siteDescription, siteTitle } from './pages/site-view.ts';
import { element, xmlDeclaration } from './xml.ts';

/** The newest documents of a language as an Atom feed (RFC 4287), with their whole text and absolute addresses. */
export async function atomFeed(context: PageContext, lang: string): Promise<string> {
  const { settings, version } = context;
  const documents = await newestDocuments(context, lang);
  const home = absoluteUrl(settings, homePath(settings, lang));
  const updated = documents.reduce((latest, document) => Math.max(latest, changedAt(document)), 0);
  const entries = await Promise.all(documents.map((document) => entry(context, document)));
  const description = siteDescription(settings, lang);
  return (
    xmlDeclaration +
    element(
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': lang },
      [
        element('title', {}, siteTitle(settings, lang)),
        description === '' ? [] : element('subtitle', {}, description),
        element('id', {}, home),
        element('link', { rel: 'alternate', type: 'text/html', href: home }),
        element('link', {
          rel: 'self',
          type: 'application/atom+xml',
          href: absoluteUrl(settings, feedPath(settings, lang)),
        }),
        element('updated', {}, new Date(updated).toISOString()),
        element('author', {}, [element('name', {}, siteTitle(settings, lang))]),
        element('generator', { version }, 'Galley'),
        ...entries,
      ].flat(),
    )
  );
}

async function newestDocuments(
  { settings, published }: PageContext,
  lang: string,
): Promise<readonly PublishedDocument[]> {
  const { limit } = settings.feed;
  const lists = await Promise.all(
    newsTypes(settings).map((type) => published.list({ type, lang, page: 1, pageSize: limit })),
  );
  const newest = lists
    .flatMap(({ items }) => items)
    .sort((a, b) => b.date.getTime() - a.date.getTime())
    .slice(0, limit);
  const documents = await Promise.all(newest.map(({ path }) => published.findByPath(path)));
  // One that was withdrawn between the two questions is simply not there any more.
  return documents.filter((document) => document !== undefined);
}

async function entry(context: PageContext, document: PublishedDocument) {
  const { settings, bodies } = context;
  const url = absoluteUrl(settings, document.url);
  const { html } = await bodies.render(document, url);
  const terms = Object.entries(document.taxonomies).flatMap(([, names]) => names);
  return element('entry', {}, [
    element('title', {}, document.title),
    element('id', {}, url),
    element('link', { rel: 'alternate', type: 'text/html', href: url }),
    element('published', {}, document.date.toISOString()),
    element('updated', {}, new Date(changedAt(document)).toISOString()),
    ...(document.author === null
      ? []
      : [element('author', {}, [element('name', {}, document.author)])]),
    ...terms.map((term) => element('category', { term })),
    ...(document.summary === null ? [] : [element('summary', {}, document.summary)]),
    element('content', { type: 'html', 'xml:base': url }, html),
  ]);
}

function changedAt({ date, updatedAt }: PublishedSummary): number {
  return Math.max(date.getTime(), updatedAt?.getTime() ?? 0);
}

/** More than a sitemap may hold is left out, beginning with the oldest. */
const maxSitemapEntries = 50_000;
const sitemapPageSize = 1000;

/** Every public document, home and section page for search engines (sitemaps.org). */
export async function sitemap(context: PageContext): Promise<string> {
  const { settings } = context;
  const urls = new Map<string, string | undefined>();
  for (const path of listPaths(settings)) urls.set(path, undefined);
  for (let page = 1; urls.size < maxSitemapEntries; page += 1) {
    const { items } = await context.published.list({ page, pageSize: sitemapPageSize });
    for (const item of items) urls.set(item.url, new Date(changedAt(item)).toISOString());
    if (items.length < sitemapPageSize) break;
  }
  const entries = [...urls]
    .slice(0, maxSitemapEntries)
    .map(([path, changed]) =>
      element('url', {}, [
        element('loc', {}, absoluteUrl(settings, path)),
        ...(changed === undefined ? [] : [element('lastmod', {}, changed)]),
      ]),
    );
  return (
    xmlDeclaration +
    element('urlset', { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }, entries)
  );
}

function listPaths(settings: SiteSettings): readonly string[] {
  return languageTags(settings).flatMap((lang) => [
    homePath(settings, lang),
    ...newsTypes(settings).map((type) => sectionPath(settings, lang, type)),
  ]);
}
