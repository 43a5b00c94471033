import type { PublishedAddress, PublishedQuery } from '@galley/content';
import type { SiteSettings } from '@galley/settings';
import { homePath, languageTags } from '../languages.ts';
import { absoluteUrl, sectionPath, sitemapPartPath } from '../pages/addresses.ts';
import { isForSearchEngines } from '../pages/document-page.ts';
import { listNewsTypes } from '../pages/list-pages.ts';
import { findOriginal } from '../pages/page-keys.ts';
import type { PageContext } from '../pages/page.ts';
import { element, xmlDeclaration, type Xml } from '../xml.ts';
import { changedAt } from './feed.ts';

/** Ordered by path, so that a change affects one part. */
export const sitemapPageSize = 1_000;

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const namespaces = { xmlns: namespace, 'xmlns:xhtml': 'http://www.w3.org/1999/xhtml' };

/** sitemaps.org; an index of parts for large sites. */
export async function sitemap(context: PageContext, pageSize = sitemapPageSize): Promise<string> {
  const parts = await context.published.addressPages(pageSize);
  if (parts.length > 1) return sitemapIndex(context.settings, parts);
  const query = { page: 1, pageSize };
  return urlSet(context.settings, await context.published.addresses(query), query);
}

/** Parts start at 1; undefined for a missing part. */
export async function sitemapPart(
  context: PageContext,
  page: number,
  pageSize = sitemapPageSize,
): Promise<string | undefined> {
  const { published, settings } = context;
  const query = { page, pageSize };
  const found = await published.addresses(query);
  if (found.length === 0) return undefined;
  // A part depends on its own documents only.
  if (page === 1) {
    const [next] = await published.addresses({ page: pageSize + 1, pageSize: 1 });
    if (next === undefined) return undefined;
  }
  return urlSet(settings, found, query);
}

function sitemapIndex(settings: SiteSettings, parts: readonly Date[]): string {
  const entries = parts.map((changed, index) =>
    element('sitemap', {}, [
      element('loc', {}, absoluteUrl(settings, sitemapPartPath(index + 1))),
      element('lastmod', {}, changed.toISOString()),
    ]),
  );
  return xmlDeclaration + element('sitemapindex', { xmlns: namespace }, entries);
}

function urlSet(
  settings: SiteSettings,
  found: readonly PublishedAddress[],
  { page }: Pick<PublishedQuery, 'page'>,
): string {
  const known = languageTags(settings);
  const lists = page === 1 ? listEntries(settings, found) : [];
  const documents = found
    .filter(
      (address) =>
        isForSearchEngines(settings, address) && findOriginal(settings, address) === undefined,
    )
    .map((address) => documentEntry(settings, known, address));
  return xmlDeclaration + element('urlset', namespaces, [...lists, ...documents]);
}

function listEntries(settings: SiteSettings, documents: readonly PublishedAddress[]): Xml[] {
  const taken = new Set(documents.map(({ url }) => url));
  const paths = [
    (lang: string) => homePath(settings, lang),
    ...listNewsTypes(settings).map((type) => (lang: string) => sectionPath(settings, lang, type)),
  ];
  return paths.flatMap((path) => {
    const all = languageTags(settings).map((lang) => ({ lang, url: path(lang) }));
    return all
      .filter(({ url }) => !taken.has(url))
      .map(({ url }) => entry(settings, { url, translations: all }));
  });
}

function documentEntry(
  settings: SiteSettings,
  known: readonly string[],
  address: PublishedAddress,
): Xml {
  const translations = address.translations.filter(({ lang }) => known.includes(lang));
  return entry(settings, { url: address.url, translations, changed: changedAt(address) });
}

function entry(
  settings: SiteSettings,
  {
    url,
    translations,
    changed,
  }: Pick<PublishedAddress, 'url' | 'translations'> & { readonly changed?: Date },
): Xml {
  const alternates = translations.length > 1 ? translations : [];
  return element('url', {}, [
    element('loc', {}, absoluteUrl(settings, url)),
    ...(changed === undefined ? [] : [element('lastmod', {}, changed.toISOString())]),
    ...alternates.map(({ lang, url: path }) =>
      element('xhtml:link', {
        rel: 'alternate',
        hreflang: lang,
        href: absoluteUrl(settings, path),
      }),
    ),
  ]);
}
