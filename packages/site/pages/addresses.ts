import type { SiteSettings } from '@galley/settings';
import { encodeAddress } from '../markdown/public-address.ts';
import { languagePrefix } from '../languages.ts';

/** `/posts/`, `/es/posts/`: where the documents of a type are listed. */
export function sectionPath(settings: SiteSettings, lang: string, type: string): string {
  return `${languagePrefix(settings, lang)}/${settings.content.types[type]!.folder}/`;
}

/** `/tags/` without the language: what stands before the term in the taxonomy's permalink. */
export function taxonomyBase(settings: SiteSettings, taxonomy: string): string {
  return settings.taxonomies[taxonomy]!.permalink.slice(0, -':term/'.length);
}

export function taxonomyPath(settings: SiteSettings, lang: string, taxonomy: string): string {
  return languagePrefix(settings, lang) + taxonomyBase(settings, taxonomy);
}

/** The page of a list; the first one is the list's own address. */
export function pagedPath(base: string, page: number): string {
  return page === 1 ? base : `${base}page/${page}/`;
}

/** Where a language's pages are searched. */
export function searchPath(settings: SiteSettings, lang: string): string {
  return `${languagePrefix(settings, lang)}/search/`;
}

export function searchIndexPath(lang: string): string {
  return `/search/${lang}/index.json`;
}

/** A part of the search index, from 1. */
export function searchPartPath(lang: string, part: number): string {
  return `/search/${lang}/${part}.json`;
}

/** The document whose text stands on the page of what is not there. */
export function notFoundPath(settings: SiteSettings, lang: string): string {
  return `${languagePrefix(settings, lang)}/404/`;
}

/** A part of the sitemap, from 1. */
export function sitemapPartPath(part: number): string {
  return `/sitemap-${part}.xml`;
}

/** A path of this site with the site's address before it. */
export function absoluteUrl(settings: SiteSettings, path: string): string {
  return settings.url + encodeAddress(path);
}

/** A path of this site, or a whole address, as a whole address. */
export function absoluteAddress(settings: SiteSettings, address: string): string {
  if (/^\/(?!\/)/.test(address)) return absoluteUrl(settings, address);
  return URL.parse(address, `${settings.url}/`)?.href ?? address;
}
