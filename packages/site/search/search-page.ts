import type { SiteSettings } from '@galley/settings';
import { interfaceTexts } from '../interface-texts.ts';
import { languageTags } from '../languages.ts';
import { escapeHtml } from '../markdown/escape-html.ts';
import { encodeAddress } from '../markdown/public-address.ts';
import { searchPath, sectionPath, taxonomyPath } from '../pages/addresses.ts';
import { taxonomyLabel, typeLabel } from '../pages/document-view.ts';
import { newsTypes } from '../pages/list-pages.ts';
import type { Page, PageContext } from '../pages/page.ts';
import { siteView } from '../pages/site-view.ts';

interface ListLink {
  readonly title: string;
  readonly url: string;
}

/** The page on which a language is searched. What is sought is the script's business, so that the page is one. */
export function searchPage(context: PageContext, lang: string): Page {
  const { settings } = context;
  const { search } = interfaceTexts(lang);
  const lists = listsOf(settings, lang);
  const tags = languageTags(settings);
  const head = {
    lang,
    path: searchPath(settings, lang),
    title: search,
    translations: Object.fromEntries(tags.map((tag) => [tag, searchPath(settings, tag)])),
    // A page of questions: what they lead to is found without it.
    isHidden: true,
  };
  const view = {
    ...siteView(context, head),
    heading: search,
    lists,
    document: standIn(search, lists),
    list: null,
  };
  return { lang, layouts: ['search', 'page'], view };
}

/** Every section and taxonomy of the site, in a language. */
function listsOf(settings: SiteSettings, lang: string): readonly ListLink[] {
  const sections = newsTypes(settings).map((type) => ({
    title: typeLabel(settings, lang, type),
    url: encodeAddress(sectionPath(settings, lang, type)),
  }));
  const taxonomies = Object.keys(settings.taxonomies).map((taxonomy) => ({
    title: taxonomyLabel(settings, lang, taxonomy),
    url: encodeAddress(taxonomyPath(settings, lang, taxonomy)),
  }));
  return [...sections, ...taxonomies];
}

/** What a theme without a layout for the search shows as a page: the way to everything. */
function standIn(title: string, lists: readonly ListLink[]): object {
  const items = lists.map(
    ({ title: name, url }) => `<li><a href="${escapeHtml(url)}">${escapeHtml(name)}</a></li>\n`,
  );
  return {
    title,
    html: `<ul>\n${items.join('')}</ul>\n`,
    summary: '',
    author: '',
    byline: '',
    image: null,
    kicker: null,
    updated: null,
    headings: [],
    taxonomies: [],
    newer: null,
    older: null,
    related: [],
    params: {},
    fields: {},
  };
}
