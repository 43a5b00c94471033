import { fillSharedValues, type SiteSettings } from '@galley/settings';
import { listFeedLinks, type FeedLink } from '../feeds/feed-links.ts';
import { direction, homePath, languageName, languageTags } from '../languages.ts';
import { encodeAddress, publicAddress } from '../markdown/public-address.ts';
import { searchIndexPath, searchPath } from './addresses.ts';

export function siteTitle(settings: SiteSettings, lang: string): string {
  return ownLanguage(settings, lang)?.title || settings.title;
}

export function siteDescription(settings: SiteSettings, lang: string): string {
  return ownLanguage(settings, lang)?.description || settings.description;
}

interface MenuEntry {
  readonly title: string;
  readonly url: string;
  readonly children: readonly MenuEntry[];
  /** False for home pages. */
  readonly isFolder: boolean;
}

interface SiteBase {
  readonly fixed: {
    readonly title: string;
    readonly description: string;
    readonly url: string;
    readonly home: string;
    readonly lang: string;
    readonly dir: 'ltr' | 'rtl';
    readonly feed: string | null;
    readonly feeds: readonly FeedLink[];
    readonly search: { readonly url: string; readonly index: string } | null;
    readonly params: Readonly<Record<string, unknown>>;
    readonly fields: Readonly<Record<string, unknown>>;
  };
  readonly menu: readonly MenuEntry[];
  readonly menus: ReadonlyMap<string, readonly MenuEntry[]>;
  readonly languages: readonly LanguageEntry[];
}

interface LanguageEntry {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly name: string;
  readonly home: string;
}

const bases = new WeakMap<SiteSettings, Map<string, SiteBase>>();

function siteBase(settings: SiteSettings, lang: string): SiteBase {
  const ofSettings = bases.get(settings) ?? new Map<string, SiteBase>();
  bases.set(settings, ofSettings);
  const base = ofSettings.get(lang) ?? makeBase(settings, lang);
  ofSettings.set(lang, base);
  return base;
}

function makeBase(settings: SiteSettings, lang: string): SiteBase {
  const feeds = listFeedLinks(settings, {
    base: homePath(settings, lang),
    title: siteTitle(settings, lang),
  });
  const own = ownLanguage(settings, lang);
  const entries = (menu: typeof settings.menu) => menuEntries(settings, menu);
  return {
    fixed: {
      title: siteTitle(settings, lang),
      description: siteDescription(settings, lang),
      url: settings.url,
      home: encodeAddress(homePath(settings, lang)),
      lang,
      dir: direction(lang),
      feed: feeds[0]?.url ?? null,
      feeds,
      search: searchData(settings, lang),
      params: settings.params,
      fields: fillSharedValues(settings.customFields),
    },
    menu: entries(own?.menu?.length ? own.menu : settings.menu),
    menus: new Map(
      Object.entries({ ...settings.menus, ...own?.menus }).map(([name, menu]) => [
        name,
        entries(menu),
      ]),
    ),
    languages: languageTags(settings).map((tag) => ({
      lang: tag,
      dir: direction(tag),
      name: languageName(settings, tag),
      home: encodeAddress(homePath(settings, tag)),
    })),
  };
}

function searchData(settings: SiteSettings, lang: string): SiteBase['fixed']['search'] {
  if (!settings.search.enabled) return null;
  return {
    url: encodeAddress(searchPath(settings, lang)),
    index: encodeAddress(searchIndexPath(lang)),
  };
}

function menuEntries(
  settings: SiteSettings,
  menu: SiteSettings['menu'] | NonNullable<SiteSettings['menu'][number]['children']>,
): readonly MenuEntry[] {
  const homes = languageTags(settings).map((lang) => homePath(settings, lang));
  return menu.flatMap(({ title, url, ...rest }) => {
    const address = publicAddress(url, 'link', { path: '' });
    if (address === undefined) return [];
    const children = 'children' in rest ? menuEntries(settings, rest.children ?? []) : [];
    const isFolder = url.endsWith('/') && !homes.includes(url);
    return [{ title, url: encodeAddress(address), children, isFolder }];
  });
}

function ownLanguage(settings: SiteSettings, lang: string) {
  return Object.hasOwn(settings.languages, lang) ? settings.languages[lang] : undefined;
}

export interface SitePlace {
  readonly lang: string;
  /** Encoded or not. */
  readonly path: string;
  /** Language to path. */
  readonly counterparts: Readonly<Record<string, string>>;
}

/** `site` in a layout. */
export function siteData(
  settings: SiteSettings,
  { lang, path, counterparts }: SitePlace,
  version: string,
): object {
  const { fixed, menu, menus, languages } = siteBase(settings, lang);
  const here = encodeAddress(path);
  const shown = (entries: readonly MenuEntry[]) => entries.map((entry) => menuData(entry, here));
  return {
    ...fixed,
    menu: shown(menu),
    menus: Object.fromEntries([...menus].map(([name, entries]) => [name, shown(entries)])),
    languages: languages.map(({ home, ...language }) => {
      const counterpart = counterparts[language.lang];
      const url = counterpart === undefined ? home : encodeAddress(counterpart);
      return { ...language, url, current: language.lang === lang };
    }),
    generator: `Galley ${version}`,
  };
}

function menuData({ title, url, children, isFolder }: MenuEntry, here: string): object {
  return {
    title,
    url,
    current: ariaCurrent(url, isFolder, here),
    children: children.map((entry) => menuData(entry, here)),
  };
}

/** `page` for this page, `true` for its ancestors. */
function ariaCurrent(url: string, isFolder: boolean, here: string): 'page' | 'true' | '' {
  if (url === here) return 'page';
  return isFolder && here.startsWith(url) ? 'true' : '';
}
