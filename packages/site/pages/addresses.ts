import type { SiteSettings } from '@galley/settings';
import { encodeAddress } from '../markdown/public-address.ts';
import { languagePrefix } from '../languages.ts';

/** List of a type: `/posts/`, `/es/posts/`. */
export function sectionPath(settings: SiteSettings, lang: string, type: string): string {
  return `${languagePrefix(settings, lang)}/${settings.content.types[type]!.folder}/`;
}

/** `/tags/` without language: the part before the term in the taxonomy's permalink. */
export function taxonomyBase(settings: SiteSettings, taxonomy: string): string {
  return settings.taxonomies[taxonomy]!.permalink.slice(0, -':term/'.length);
}

export function taxonomyPath(settings: SiteSettings, lang: string, taxonomy: string): string {
  return languagePrefix(settings, lang) + taxonomyBase(settings, taxonomy);
}

/** Page of a list; the first one has the list's address. */
export function pagedPath(base: string, page: number): string {
  return page === 1 ? base : `${base}page/${page}/`;
}

/** Search page of a language. */
export function searchPath(settings: SiteSettings, lang: string): string {
  return `${languagePrefix(settings, lang)}/search/`;
}

export function searchIndexPath(lang: string): string {
  return `/search/${lang}/index.json`;
}

/** Part of the search index, from 1. */
export function searchPartPath(lang: string, part: number): string {
  return `/search/${lang}/${part}.json`;
}

/** Document displayed on the 404 page. */
export function notFoundPath(settings: SiteSettings, lang: string): string {
  return `${languagePrefix(settings, lang)}/404/`;
}

/** Part of the sitemap, from 1. */
export function sitemapPartPath(part: number): string {
  return `/sitemap-${part}.xml`;
}

/** Absolute address of a path. */
export function absoluteUrl(settings: SiteSettings, path: string): string {
  return settings.url + encodeAddress(path);
}

/** Absolute form of a path or absolute address. */
export function absoluteAddress(settings: SiteSettings, address: string): string {
  if (/^\/(?!\/)/.test(address)) return absoluteUrl(settings, address);
  return URL.parse(address, `${settings.url}/`)?.href ?? address;
}
