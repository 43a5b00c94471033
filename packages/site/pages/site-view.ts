import type { SiteSettings } from '@galley/settings';
import { interfaceTexts } from '../interface-texts.ts';
import { direction, homePath, languageName, languageTags } from '../languages.ts';
import { encodeAddress, publicAddress } from '../markdown/public-address.ts';
import { absoluteUrl, feedPath } from './addresses.ts';
import type { PageContext } from './page.ts';

/** What every page says of itself. */
export interface PageHead {
  readonly lang: string;
  /** Path of the page, encoded or not. */
  readonly path: string;
  /** Empty on a home page, which is titled like the site. */
  readonly title: string;
  readonly description?: string | undefined;
  /** Other languages of this very page: language to path. */
  readonly translations?: Readonly<Record<string, string>>;
  readonly isArticle?: boolean;
  /** Not for search engines: an error, or a preview. */
  readonly isHidden?: boolean;
}

/** The part of a layout's data that is the same for every kind of page: `site`, `page` and the interface texts `t`. */
export function siteView(
  context: PageContext,
  head: PageHead,
): { site: object; page: object; t: object } {
  const { settings } = context;
  return {
    site: siteData(context, head),
    page: pageData(settings, head),
    t: interfaceTexts(head.lang),
  };
}

/** The site's title in a language. */
export function siteTitle(settings: SiteSettings, lang: string): string {
  return ownLanguage(settings, lang)?.title || settings.title;
}

/** The site's description in a language. */
export function siteDescription(settings: SiteSettings, lang: string): string {
  return ownLanguage(settings, lang)?.description || settings.description;
}

function ownLanguage(settings: SiteSettings, lang: string) {
  return Object.hasOwn(settings.languages, lang) ? settings.languages[lang] : undefined;
}

function siteData({ settings, clock, version }: PageContext, head: PageHead): object {
  const { lang } = head;
  return {
    title: siteTitle(settings, lang),
    description: siteDescription(settings, lang),
    url: settings.url,
    home: encodeAddress(homePath(settings, lang)),
    lang,
    dir: direction(lang),
    menu: menuData(settings, head),
    languages: languageData(settings, head),
    feed: encodeAddress(feedPath(settings, lang)),
    year: clock.now().getUTCFullYear(),
    generator: `Galley ${version}`,
    params: settings.params,
  };
}

function menuData(settings: SiteSettings, { lang, path }: PageHead): readonly object[] {
  const own = ownLanguage(settings, lang)?.menu ?? [];
  const entries = own.length > 0 ? own : settings.menu;
  return entries.flatMap(({ title, url }) => {
    const address = publicAddress(url, 'link', { path: '' });
    if (address === undefined) return [];
    return [{ title, url: encodeAddress(address), current: currency(settings, url, path) }];
  });
}

/** `page` for the entry that is this page, `true` for one that this page lies below, as aria-current has it. */
function currency(settings: SiteSettings, url: string, path: string): 'page' | 'true' | '' {
  const [entry, here] = [encodeAddress(url), encodeAddress(path)];
  if (entry === here) return 'page';
  const isHome = languageTags(settings).some((lang) => homePath(settings, lang) === url);
  return !isHome && entry.endsWith('/') && here.startsWith(entry) ? 'true' : '';
}

function languageData(settings: SiteSettings, head: PageHead): readonly object[] {
  return languageTags(settings).map((lang) => ({
    lang,
    dir: direction(lang),
    name: languageName(settings, lang),
    url: encodeAddress(head.translations?.[lang] ?? homePath(settings, lang)),
    current: lang === head.lang,
  }));
}

function pageData(settings: SiteSettings, head: PageHead): Record<string, unknown> {
  const site = siteTitle(settings, head.lang);
  const translations = Object.entries(head.translations ?? {});
  const alternates = translations.length > 1 ? translations : [];
  return {
    title: head.title,
    full_title: head.title === '' || head.title === site ? site : `${head.title} – ${site}`,
    description: head.description || siteDescription(settings, head.lang),
    url: encodeAddress(head.path),
    canonical: absoluteUrl(settings, head.path),
    alternates: alternates.map(([lang, path]) => ({ lang, url: absoluteUrl(settings, path) })),
    is_home: head.path === homePath(settings, head.lang),
    is_article: head.isArticle ?? false,
    is_hidden: head.isHidden ?? false,
  };
}
