import { listFeedLinks } from '../feeds/feed-links.ts';
import { homePath, listNames, openGraphLocale } from '../languages.ts';
import { encodeAddress } from '../markdown/public-address.ts';
import { absoluteAddress, absoluteUrl } from './addresses.ts';
import { breadcrumbs } from './breadcrumbs.ts';
import { headHtml } from './head-html.ts';
import { jsonLd } from './json-ld.ts';
import type { HeadImage, ImageData, PageData, PageHead } from './page-head.ts';
import type { PageContext, PageSettings } from './page.ts';
import { siteData, siteDescription, siteTitle } from './site-data.ts';

export function siteView(
  { settings, version }: PageContext,
  head: PageHead,
): { site: object; page: PageData; t: object } {
  const { lang, path, translations, counterparts } = head;
  const place = { lang, path, counterparts: { ...counterparts, ...translations } };
  return {
    site: siteData(settings, place, version),
    page: pageData(settings, head),
    t: settings.texts.for(lang),
  };
}

function pageData(settings: PageSettings, head: PageHead): PageData & { readonly head: string } {
  const { lang, path, title, previous, next } = head;
  const isHome = path === homePath(settings, lang);
  const page: PageData = {
    title,
    full_title: fullTitle(settings, head),
    seo_title: head.seoTitle ?? '',
    description: head.description || siteDescription(settings, lang),
    url: encodeAddress(path),
    canonical: head.canonical ?? absoluteUrl(settings, path),
    locale: openGraphLocale(lang),
    alternates: alternates(settings, head),
    is_home: isHome,
    is_article: head.article !== undefined,
    is_hidden: head.isHidden ?? false,
    image: imageData(settings, head.image),
    article: articleData(head),
    breadcrumbs: isHome ? [] : breadcrumbs(settings, head),
    previous: previous ? encodeAddress(previous) : null,
    next: next ? encodeAddress(next) : null,
    feeds: feedData(settings, head),
  };
  const parts = {
    siteTitle: siteTitle(settings, lang),
    twitter: settings.seo.twitter ?? '',
    jsonLd: page.is_hidden ? '' : jsonLd(settings, page, head),
  };
  return { ...page, head: headHtml(page, parts) };
}

function fullTitle(settings: PageSettings, { lang, title, seoTitle }: PageHead): string {
  if (seoTitle !== undefined) return seoTitle;
  const site = siteTitle(settings, lang);
  if (title === '' || title === site) return site;
  return `${title} ${settings.seo.titleSeparator} ${site}`;
}

function imageData(settings: PageSettings, own: HeadImage | undefined): ImageData | null {
  const { image } = settings.seo;
  const found = own ?? (image === undefined ? undefined : { src: image, alt: '' });
  // Other sites cannot use inline pictures.
  if (found === undefined || found.src.startsWith('data:')) return null;
  const { src, ...rest } = found;
  return { url: absoluteAddress(settings, src), ...rest };
}

function articleData({ article, lang }: PageHead): PageData['article'] {
  if (article === undefined) return null;
  const { published, modified, section, tags } = article;
  const authors = article.authors.map(({ name }) => name);
  return {
    published: published.toISOString(),
    modified: modified.toISOString(),
    author: listNames(lang, authors),
    authors,
    section: section ?? '',
    tags,
  };
}

function alternates(
  settings: PageSettings,
  { translations = {} }: PageHead,
): PageData['alternates'] {
  const found = Object.entries(translations);
  if (found.length < 2) return [];
  const all = found.map(([lang, path]) => ({ lang, url: absoluteUrl(settings, path) }));
  const own = translations[settings.language];
  if (own === undefined) return all;
  return [...all, { lang: 'x-default', url: absoluteUrl(settings, own) }];
}

function feedData(settings: PageSettings, { lang, feeds }: PageHead): PageData['feeds'] {
  const site = { base: homePath(settings, lang), title: siteTitle(settings, lang) };
  const own = feeds === undefined ? [] : listFeedLinks(settings, feeds);
  return [...own, ...listFeedLinks(settings, site)];
}
