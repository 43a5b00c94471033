import { languageTags } from '../languages.ts';
import { escapeHtml } from '../markdown/escape-html.ts';
import { encodeAddress } from '../markdown/public-address.ts';
import { searchPath, sectionPath, taxonomyPath } from '../pages/addresses.ts';
import { taxonomyLabel, typeLabel } from '../pages/document-view.ts';
import { listNewsTypes } from '../pages/list-pages.ts';
import type { Page, PageContext, PageSettings } from '../pages/page.ts';
import { siteView } from '../pages/site-view.ts';
import { searchResults } from './search-results.ts';

interface ListLink {
  readonly title: string;
  readonly url: string;
}

/** In the static output, the script runs the search. Undefined past the last page of results. */
export async function searchPage(
  context: PageContext,
  lang: string,
  query: URLSearchParams,
): Promise<Page | undefined> {
  const { settings } = context;
  const results = context.isLive ? await searchResults(context, lang, query) : null;
  if (results === undefined) return undefined;
  const { search } = settings.texts.for(lang);
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
    results,
    document: createFallback(search, lists),
    list: null,
  };
  return { lang, layouts: ['search', 'page'], view };
}

function collectLists(settings: PageSettings, lang: string): readonly ListLink[] {
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
