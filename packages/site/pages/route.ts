import type { SiteSettings } from '@galley/settings';
import { splitLanguage } from '../languages.ts';
import { taxonomyBase } from './addresses.ts';

/** What a public address asks for, as far as the address itself can tell; documents have addresses of their own. */
export type Route =
  | { readonly kind: 'asset'; readonly file: string }
  | { readonly kind: 'robots' }
  | { readonly kind: 'sitemap' }
  | { readonly kind: 'feed'; readonly lang: string }
  | { readonly kind: 'home'; readonly lang: string }
  | {
      readonly kind: 'section';
      readonly lang: string;
      readonly type: string;
      readonly page: number;
    }
  | { readonly kind: 'terms'; readonly lang: string; readonly taxonomy: string }
  | {
      readonly kind: 'term';
      readonly lang: string;
      readonly taxonomy: string;
      readonly term: string;
      readonly page: number;
    };

/** The route of a decoded path, or undefined where only a document could be. */
export function matchRoute(settings: SiteSettings, path: string): Route | undefined {
  if (path.startsWith('/assets/')) return { kind: 'asset', file: path.slice('/assets/'.length) };
  if (path === '/robots.txt') return { kind: 'robots' };
  if (path === '/sitemap.xml') return { kind: 'sitemap' };
  const { lang, rest } = splitLanguage(settings, path);
  if (rest === '/feed.xml') return { kind: 'feed', lang };
  if (rest === '/') return { kind: 'home', lang };
  return matchList(settings, lang, rest);
}

function matchList(settings: SiteSettings, lang: string, rest: string): Route | undefined {
  const paged = /^(\/.+\/)page\/([1-9]\d{0,8})\/$/.exec(rest);
  const page = Number(paged?.[2] ?? 1);
  // The first page has one address only, the one without a number.
  if (paged !== null && page === 1) return undefined;
  const base = paged?.[1] ?? rest;
  return (
    matchSection(settings, base, { lang, page }) ?? matchTaxonomy(settings, base, { lang, page })
  );
}

interface Place {
  readonly lang: string;
  readonly page: number;
}

function matchSection(settings: SiteSettings, base: string, place: Place): Route | undefined {
  const types = Object.entries(settings.content.types);
  const type = types.find(([, { folder }]) => `/${folder}/` === base)?.[0];
  return type === undefined ? undefined : { kind: 'section', type, ...place };
}

function matchTaxonomy(
  settings: SiteSettings,
  base: string,
  { lang, page }: Place,
): Route | undefined {
  for (const taxonomy of Object.keys(settings.taxonomies)) {
    const own = taxonomyBase(settings, taxonomy);
    if (base === own) return page === 1 ? { kind: 'terms', lang, taxonomy } : undefined;
    const term = base.startsWith(own) ? base.slice(own.length, -1) : '';
    if (term !== '' && !term.includes('/')) return { kind: 'term', lang, taxonomy, term, page };
  }
  return undefined;
}
