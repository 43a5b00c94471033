import { termSlug, type PublishedPage, type PublishedQuery } from '@galley/content';
import type { SiteSettings } from '@galley/settings';
import { fill, interfaceTexts } from '../interface-texts.ts';
import { homePath, languageTags } from '../languages.ts';
import { encodeAddress } from '../markdown/public-address.ts';
import { pagedPath, sectionPath, taxonomyPath } from './addresses.ts';
import { summaryView, taxonomyLabel, typeLabel } from './document-view.ts';
import type { Page, PageContext } from './page.ts';
import { siteView } from './site-view.ts';

/** The types whose documents are news: every one but plain pages, unless there are only those. */
export function newsTypes(settings: SiteSettings): readonly string[] {
  const all = Object.keys(settings.content.types);
  const news = all.filter((type) => type !== 'page');
  return news.length > 0 ? news : all;
}

interface ListRequest {
  readonly base: string;
  readonly page: number;
  readonly query: Pick<PublishedQuery, 'type' | 'lang' | 'taxonomy'>;
}

/** One page of a list, or undefined past its end; the first page is there even when it is empty. */
async function listView(
  { settings, published }: PageContext,
  { base, page, query }: ListRequest,
): Promise<object | undefined> {
  const { pageSize } = settings.paging;
  const found: PublishedPage = await published.list({ ...query, page, pageSize });
  const pages = Math.max(1, Math.ceil(found.total / pageSize));
  if (page > pages) return undefined;
  const address = (to: number) => encodeAddress(pagedPath(base, to));
  return {
    items: found.items.map((item) => summaryView(settings, item)),
    total: found.total,
    page,
    pages,
    url: encodeAddress(base),
    newer: page > 1 ? address(page - 1) : null,
    older: page < pages ? address(page + 1) : null,
    position: fill(interfaceTexts(query.lang ?? '').page_of, { page, pages }),
  };
}

/** The newest documents of a type, as a home page shows them; what is older is on the section's second page. */
export async function newestOf(
  context: PageContext,
  lang: string,
  type: string,
): Promise<object | undefined> {
  const base = sectionPath(context.settings, lang, type);
  return listView(context, { base, page: 1, query: { lang, type } });
}

/** The home page of a language that has no document for it. */
export async function homeListPage(context: PageContext, lang: string): Promise<Page> {
  const { settings } = context;
  const [type] = newsTypes(settings);
  const view = {
    ...siteView(context, {
      lang,
      path: homePath(settings, lang),
      title: '',
      translations: everyLanguage(settings, (other) => homePath(settings, other)),
    }),
    document: null,
    list: type === undefined ? null : await newestOf(context, lang, type),
  };
  return { lang, layouts: ['home', 'list'], view };
}

export interface SectionPlace {
  readonly lang: string;
  readonly type: string;
  readonly page: number;
}

/** Everything of one type, newest first; undefined past the last page. */
export async function sectionPage(
  context: PageContext,
  place: SectionPlace,
): Promise<Page | undefined> {
  const { settings } = context;
  const { lang, type, page } = place;
  const base = sectionPath(settings, lang, type);
  const list = await listView(context, { base, page, query: { lang, type } });
  if (list === undefined) return undefined;
  const title = typeLabel(settings, lang, type);
  const head = {
    lang,
    path: pagedPath(base, page),
    title: numbered(lang, title, page),
    ...(page === 1 && {
      translations: everyLanguage(settings, (other) => sectionPath(settings, other, type)),
    }),
  };
  return { lang, layouts: ['list'], view: { ...siteView(context, head), heading: title, list } };
}

export interface TermPlace {
  readonly lang: string;
  readonly taxonomy: string;
  /** Slug, as it stands in the address. */
  readonly term: string;
  readonly page: number;
}

/** What carries a term; undefined where nothing does. Only the term's slug is its address, not another spelling. */
export async function termPage(context: PageContext, place: TermPlace): Promise<Page | undefined> {
  const { settings, published } = context;
  const { lang, taxonomy, page } = place;
  if (termSlug(place.term) !== place.term) return undefined;
  const term = (await published.terms(taxonomy, lang)).find(({ slug }) => slug === place.term);
  if (term === undefined) return undefined;
  const base = `${taxonomyPath(settings, lang, taxonomy)}${term.slug}/`;
  const query = { lang, taxonomy: { name: taxonomy, term: term.slug } };
  const list = await listView(context, { base, page, query });
  if (list === undefined) return undefined;
  const head = { lang, path: pagedPath(base, page), title: numbered(lang, term.name, page) };
  const view = {
    ...siteView(context, head),
    heading: term.name,
    taxonomy: taxonomyView(settings, lang, taxonomy),
    list,
  };
  return { lang, layouts: ['term'], view };
}

/** Every term of a taxonomy with the number of documents that carry it. */
export async function termsPage(
  context: PageContext,
  { lang, taxonomy }: Pick<TermPlace, 'lang' | 'taxonomy'>,
): Promise<Page> {
  const { settings, published } = context;
  const path = taxonomyPath(settings, lang, taxonomy);
  const title = taxonomyLabel(settings, lang, taxonomy);
  const terms = (await published.terms(taxonomy, lang)).filter(({ slug }) => slug !== '');
  const translations = everyLanguage(settings, (other) => taxonomyPath(settings, other, taxonomy));
  const byName = new Intl.Collator(lang);
  const view = {
    ...siteView(context, { lang, path, title, translations }),
    heading: title,
    taxonomy: taxonomyView(settings, lang, taxonomy),
    terms: terms
      .toSorted((a, b) => byName.compare(a.name, b.name))
      .map(({ name, slug, count }) => ({
        name,
        url: encodeAddress(`${path}${slug}/`),
        count,
        count_text: countText(lang, count),
      })),
  };
  return { lang, layouts: ['terms'], view };
}

function taxonomyView(settings: SiteSettings, lang: string, taxonomy: string): object {
  return {
    name: taxonomy,
    label: taxonomyLabel(settings, lang, taxonomy),
    url: encodeAddress(taxonomyPath(settings, lang, taxonomy)),
  };
}

function countText(lang: string, count: number): string {
  const texts = interfaceTexts(lang);
  return fill(count === 1 ? texts.entries_one : texts.entries_other, { count });
}

function numbered(lang: string, title: string, page: number): string {
  if (page === 1) return title;
  return `${title} – ${fill(interfaceTexts(lang).page_number, { page })}`;
}

function everyLanguage(
  settings: SiteSettings,
  path: (lang: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(languageTags(settings).map((lang) => [lang, path(lang)]));
}
