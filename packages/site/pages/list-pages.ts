import type { SiteSettings } from '@galley/settings';
import { fillPlaceholders } from '../texts/interface-texts.ts';
import { homePath, languageTags } from '../languages.ts';
import { encodeAddress } from '../markdown/public-address.ts';
import { pagedPath, sectionPath, taxonomyPath } from './addresses.ts';
import { taxonomyLabel, typeLabel } from './document-view.ts';
import { listView, type ListView } from './list-view.ts';
import type { PageHead } from './page-head.ts';
import type { Page, PageContext, PageSettings } from './page.ts';
import { siteTitle } from './site-data.ts';
import { siteView } from './site-view.ts';

/** All except plain pages, unless there are no others. */
export function listNewsTypes(settings: SiteSettings): readonly string[] {
  const all = Object.keys(settings.content.types);
  const news = all.filter((type) => type !== 'page');
  return news.length > 0 ? news : all;
}

/** Older documents are on the section's second page. */
export async function listNewest(
  context: PageContext,
  lang: string,
  type: string,
): Promise<ListView | undefined> {
  const base = sectionPath(context.settings, lang, type);
  return listView(context, { base, page: 1, query: { lang, type } });
}

export async function homeListPage(context: PageContext, lang: string): Promise<Page> {
  const { settings } = context;
  const [type] = listNewsTypes(settings);
  const view = {
    ...siteView(context, {
      lang,
      path: homePath(settings, lang),
      title: '',
      translations: everyLanguage(settings, (other) => homePath(settings, other)),
    }),
    document: null,
    list: type === undefined ? null : await listNewest(context, lang, type),
  };
  return { lang, layouts: ['home', 'list'], view };
}

export interface SectionPlace {
  readonly lang: string;
  readonly type: string;
  readonly page: number;
}

/** Newest first; undefined past the last page. */
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
  const others = everyLanguage(settings, (other) => sectionPath(settings, other, type));
  const head = listHead(settings, {
    lang,
    base,
    title,
    list,
    ...(page === 1 ? { translations: others } : { counterparts: others }),
  });
  return { lang, layouts: ['list'], view: { ...siteView(context, head), heading: title, list } };
}

export function listHead(
  settings: PageSettings,
  {
    base,
    title,
    list,
    ...head
  }: Pick<PageHead, 'lang' | 'translations' | 'counterparts' | 'trail'> & {
    readonly base: string;
    readonly title: string;
    readonly list: ListView;
  },
): PageHead {
  return {
    ...head,
    path: pagedPath(base, list.page),
    title: numbered(settings, title, { lang: head.lang, page: list.page }),
    feeds: {
      base,
      title: `${title} ${settings.seo.titleSeparator} ${siteTitle(settings, head.lang)}`,
    },
    previous: list.newer,
    next: list.older,
  };
}

export async function termsPage(
  context: PageContext,
  { lang, taxonomy }: { readonly lang: string; readonly taxonomy: string },
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
        count_text: countText(settings, lang, count),
      })),
  };
  return { lang, layouts: ['terms'], view };
}

export function taxonomyView(
  settings: PageSettings,
  lang: string,
  taxonomy: string,
): { readonly name: string; readonly label: string; readonly url: string } {
  return {
    name: taxonomy,
    label: taxonomyLabel(settings, lang, taxonomy),
    url: encodeAddress(taxonomyPath(settings, lang, taxonomy)),
  };
}

function countText(settings: PageSettings, lang: string, count: number): string {
  const texts = settings.texts.for(lang);
  return fillPlaceholders(count === 1 ? texts.entries_one : texts.entries_other, { count });
}

function numbered(
  settings: PageSettings,
  title: string,
  { lang, page }: { readonly lang: string; readonly page: number },
): string {
  if (page === 1) return title;
  return `${title} – ${fillPlaceholders(settings.texts.for(lang).page_number, { page })}`;
}

export function everyLanguage(
  settings: SiteSettings,
  path: (lang: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(languageTags(settings).map((lang) => [lang, path(lang)]));
}
