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

export function feedPath(settings: SiteSettings, lang: string): string {
  return `${languagePrefix(settings, lang)}/feed.xml`;
}

/** A path of this site with the site's address before it. */
export function absoluteUrl(settings: SiteSettings, path: string): string {
  return settings.url + encodeAddress(path);
}
