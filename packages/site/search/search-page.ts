import type { SiteSettings } from '@galley/settings';
import { interfaceTexts } from '../interface-texts.ts';
import { languageTags } from '../languages.ts';
import { escapeHtml } from '../markdown/escape-html.ts';
import { encodeAddress } from '../markdown/public-address.ts';
import { searchPath, sectionPath, taxonomyPath } from '../pages/addresses.ts';
import { taxonomyLabel, typeLabel } from '../pages/document-view.ts';
import { listNewsTypes } from '../pages/list-pages.ts';
import type { Page, PageContext } from '../pages/page.ts';
import { siteView } from '../pages/site-view.ts';

interface ListLink {
  readonly title: string;
  readonly url: string;
}

/** Static: the script runs the search. */
export function searchPage(context: PageContext, lang: string): Page {
  const { settings } = context;
  const { search } = interfaceTexts(lang);
  const lists = collectLists(settings, lang);
  const tags = languageTags(settings);
  const head = {
    lang,
    path: searchPath(settings, lang),
    title: search,
    translations: Object.fromEntries(tags.map((tag) => [tag, searchPath(settings, tag)])),
    isHidden: true,
  };
  const view = {
    ...siteView(context, head),
    heading: search,
    lists,
    document: createFallback(search, lists),
    list: null,
  };
  return { lang, layouts: ['search', 'page'], view };
}

function collectLists(settings: SiteSettings, lang: string): readonly ListLink[] {
  const sections = listNewsTypes(settings).map((type) => ({
    title: typeLabel(settings, lang, type),
    url: encodeAddress(sectionPath(settings, lang, type)),
  }));
  const taxonomies = Object.keys(settings.taxonomies).map((taxonomy) => ({
    title: taxonomyLabel(settings, lang, taxonomy),
    url: encodeAddress(taxonomyPath(settings, lang, taxonomy)),
  }));
  return [...sections, ...taxonomies];
}

function createFallback(title: string, lists: readonly ListLink[]): object {
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
