import type { SiteSettings } from '@galley/settings';
import { findFeedFormat, type FeedFormat } from '../feeds/feed-formats.ts';
import { languageTags, splitLanguage } from '../languages.ts';
import { headersPath, redirectsPath, securityTxtPath, taxonomyBase } from './addresses.ts';

/** Without documents, whose addresses are free-form. */
export type Route =
  | { readonly kind: 'asset'; readonly file: string }
  | { readonly kind: 'robots' }
  | { readonly kind: 'redirects' }
  | { readonly kind: 'headers' }
  | { readonly kind: 'security-txt' }
  | { readonly kind: 'sitemap' }
  | { readonly kind: 'sitemap-part'; readonly part: number }
  | { readonly kind: 'feed'; readonly format: FeedFormat; readonly of: FeedRoute }
  | { readonly kind: 'search-index'; readonly lang: string }
  | { readonly kind: 'search-part'; readonly lang: string; readonly part: number }
  | { readonly kind: 'search'; readonly lang: string }
  | HomeRoute
  | TermsRoute
  | SectionRoute
  | TermRoute;

export type FeedRoute = HomeRoute | SectionRoute | TermRoute;

interface HomeRoute {
  readonly kind: 'home';
  readonly lang: string;
}

interface TermsRoute {
  readonly kind: 'terms';
  readonly lang: string;
  readonly taxonomy: string;
}

interface SectionRoute {
  readonly kind: 'section';
  readonly lang: string;
  readonly type: string;
  readonly page: number;
}

interface TermRoute {
  readonly kind: 'term';
  readonly lang: string;
  readonly taxonomy: string;
  readonly term: string;
  readonly page: number;
}

/** `undefined` when only a document is possible. */
export function matchRoute(settings: SiteSettings, path: string): Route | undefined {
  if (path.startsWith('/assets/')) return { kind: 'asset', file: path.slice('/assets/'.length) };
  if (path === '/robots.txt') return { kind: 'robots' };
  if (path === securityTxtPath) return { kind: 'security-txt' };
  if (path === headersPath) return { kind: 'headers' };
  if (path === redirectsPath) return { kind: 'redirects' };
  if (path === '/sitemap.xml') return { kind: 'sitemap' };
  const { lang, rest } = splitLanguage(settings, path);
  return (
    matchPart(settings, path) ??
    matchFeed(settings, lang, rest) ??
    matchList(settings, lang, rest) ??
    (rest === '/search/' && settings.search.enabled ? { kind: 'search', lang } : undefined)
  );
}

/** Without leading zeros, so that each has one address. */
function matchPart(settings: SiteSettings, path: string): Route | undefined {
  const sitemap = /^\/sitemap-([1-9]\d{0,5})\.xml$/.exec(path);
  if (sitemap) return { kind: 'sitemap-part', part: Number(sitemap[1]) };
  const search = /^\/search\/([^/]+)\/(index|[1-9]\d{0,5})\.json$/.exec(path);
  const lang = languageTags(settings).find((tag) => tag === search?.[1]);
  if (!search || lang === undefined || !settings.search.enabled) return undefined;
  if (search[2] === 'index') return { kind: 'search-index', lang };
  return { kind: 'search-part', lang, part: Number(search[2]) };
}

function matchFeed(settings: SiteSettings, lang: string, rest: string): Route | undefined {
  const [, base, file] = /^(\/(?:.+\/)?)([^/]+\.(?:xml|json))$/.exec(rest) ?? [];
  const format = file === undefined ? undefined : findFeedFormat(settings, file);
  if (base === undefined || format === undefined) return undefined;
  const of = matchBase(settings, base, { lang, page: 1 });
  return of === undefined || of.kind === 'terms' ? undefined : { kind: 'feed', format, of };
}

function matchList(settings: SiteSettings, lang: string, rest: string): Route | undefined {
  if (!rest.endsWith('/')) return undefined;
  const paged = /^(\/.+\/)page\/([1-9]\d{0,8})\/$/.exec(rest);
  const page = Number(paged?.[2] ?? 1);
  // The first page has an address without number.
  if (paged !== null && page === 1) return undefined;
  return matchBase(settings, paged?.[1] ?? rest, { lang, page });
}

function matchBase(
  settings: SiteSettings,
  base: string,
  place: Place,
): FeedRoute | TermsRoute | undefined {
  if (base === '/') return { kind: 'home', lang: place.lang };
  return matchSection(settings, base, place) ?? matchTaxonomy(settings, base, place);
}

interface Place {
  readonly lang: string;
  readonly page: number;
}

function matchSection(
  settings: SiteSettings,
  base: string,
  place: Place,
): SectionRoute | undefined {
  const types = Object.entries(settings.content.types);
  const type = types.find(([, { folder }]) => `/${folder}/` === base)?.[0];
  return type === undefined ? undefined : { kind: 'section', type, ...place };
}

function matchTaxonomy(
  settings: SiteSettings,
  base: string,
  { lang, page }: Place,
): TermRoute | TermsRoute | undefined {
  for (const taxonomy of Object.keys(settings.taxonomies)) {
    const own = taxonomyBase(settings, taxonomy);
    if (base === own) return page === 1 ? { kind: 'terms', lang, taxonomy } : undefined;
    const term = base.startsWith(own) ? base.slice(own.length, -1) : '';
    if (term !== '' && !term.includes('/')) return { kind: 'term', lang, taxonomy, term, page };
  }
  return undefined;
}
