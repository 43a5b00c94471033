import type { SiteSettings } from '@galley/settings';
import { encodeAddress } from '../markdown/public-address.ts';
import { languagePrefix } from '../languages.ts';

/** `/posts/`, `/es/posts/` */
export function sectionPath(settings: SiteSettings, lang: string, type: string): string {
  return `${languagePrefix(settings, lang)}/${settings.content.types[type]!.folder}/`;
}

/** `/tags/`, without language. */
export function taxonomyBase(settings: SiteSettings, taxonomy: string): string {
  return settings.taxonomies[taxonomy]!.permalink.slice(0, -':term/'.length);
}

export function taxonomyPath(settings: SiteSettings, lang: string, taxonomy: string): string {
  return languagePrefix(settings, lang) + taxonomyBase(settings, taxonomy);
}

/** The first page has the list's address. */
export function pagedPath(base: string, page: number): string {
  return page === 1 ? base : `${base}page/${page}/`;
}

export function searchPath(settings: SiteSettings, lang: string): string {
  return `${languagePrefix(settings, lang)}/search/`;
}

export function searchIndexPath(lang: string): string {
  return `/search/${lang}/index.json`;
}

/** `part` starts at 1. */
export function searchPartPath(lang: string, part: number): string {
  return `/search/${lang}/${part}.json`;
}

/** Only in the static output. */
export function fullTextPath(lang: string): string {
  return `/search/${lang}/words.json`;
}

/** `name` without extension. */
export function fullTextFilePath(lang: string, name: string): string {
  return `/search/${lang}/${name}.json`;
}

export function notFoundPath(settings: SiteSettings, lang: string): string {
  return `${languagePrefix(settings, lang)}/404/`;
}

/** `part` starts at 1. */
export function sitemapPartPath(part: number): string {
  return `/sitemap-${part}.xml`;
}

export function absoluteUrl(settings: SiteSettings, path: string): string {
  return settings.url + encodeAddress(path);
}

/** `address` may be absolute. */
export function absoluteAddress(settings: SiteSettings, address: string): string {
  if (/^\/(?!\/)/.test(address)) return absoluteUrl(settings, address);
  return URL.parse(address, `${settings.url}/`)?.href ?? address;
}

/** Read by static hosts such as Netlify and Cloudflare Pages. */
export const redirectsPath = '/_redirects';

/** As `redirectsPath`. */
export const headersPath = '/_headers';

export const securityTxtPath = '/.well-known/security.txt';
