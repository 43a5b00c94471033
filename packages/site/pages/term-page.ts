import type { SiteSettings } from '@galley/settings';
import { termSlug, type PublishedDocument, type TermCount } from '@galley/content';
import { languageTags } from '../languages.ts';
import { taxonomyPath } from './addresses.ts';
import { documentPage, type DocumentPageOptions } from './document-page.ts';
import { everyLanguage, listHead, taxonomyView } from './list-pages.ts';
import { listView } from './list-view.ts';
import type { Page, PageContext } from './page.ts';
import { siteView } from './site-view.ts';

export interface TermPlace {
  readonly lang: string;
  readonly taxonomy: string;
  readonly term: string;
  readonly page: number;
}

export async function findTerm(
  { published }: PageContext,
  { lang, taxonomy, term }: Omit<TermPlace, 'page'>,
): Promise<TermCount | undefined> {
  if (termSlug(term) !== term) return undefined;
  return published.findTerm(taxonomy, lang, term);
}

/** `undefined` without documents. */
export async function termPage(context: PageContext, place: TermPlace): Promise<Page | undefined> {
  const { settings } = context;
  const { lang, taxonomy, page } = place;
  const term = await findTerm(context, place);
  if (term === undefined) return undefined;
  const base = termPath(settings, place);
  const list = await listView(context, { base, page, query: termQuery(place) });
  if (list === undefined) return undefined;
  const translations = page === 1 ? await languagesOfTerm(context, place) : {};
  const label = taxonomyView(settings, lang, taxonomy);
  const counterparts = everyLanguage(settings, (other) => taxonomyPath(settings, other, taxonomy));
  const trail = [{ title: label.label, url: label.url }];
  const head = listHead(settings, {
    lang,
    base,
    list,
    translations,
    counterparts,
    trail,
    title: term.name,
  });
  const view = {
    ...siteView(context, head),
    heading: term.name,
    taxonomy: label,
    list,
  };
  return { lang, layouts: ['term'], view };
}

/** First page of a term that a document describes: the document, above the list of the others. */
export async function describedTermPage(
  context: PageContext,
  { document, place }: { readonly document: PublishedDocument; readonly place: TermPlace },
  options: DocumentPageOptions = {},
): Promise<Page> {
  const { settings } = context;
  const { lang, taxonomy } = place;
  const base = termPath(settings, place);
  const [list, others] = await Promise.all([
    listView(context, { base, page: 1, query: termQuery(place) }),
    languagesOfTerm(context, place),
  ]);
  const label = taxonomyView(settings, lang, taxonomy);
  const { feeds, next } =
    list === undefined ? {} : listHead(settings, { lang, base, list, title: document.title });
  const page = await documentPage(context, document, {
    ...options,
    head: { feeds, next, translations: others, trail: [{ title: label.label, url: label.url }] },
  });
  return { ...page, view: { ...page.view, list: list ?? null } };
}

export function termPath(
  settings: SiteSettings,
  { lang, taxonomy, term }: Omit<TermPlace, 'page'>,
): string {
  return `${taxonomyPath(settings, lang, taxonomy)}${term}/`;
}

function termQuery({ lang, taxonomy, term }: TermPlace) {
  return { lang, taxonomy: { name: taxonomy, term } };
}

/** Languages in which the same slug has documents. */
async function languagesOfTerm(
  { settings, published }: PageContext,
  { lang, taxonomy, term }: TermPlace,
): Promise<Readonly<Record<string, string>>> {
  const query = { taxonomy: { name: taxonomy, term }, page: 1, pageSize: 1 };
  const found = await Promise.all(
    languageTags(settings).map(async (tag) => {
      const isThere = tag === lang || (await published.list({ ...query, lang: tag })).total > 0;
      return isThere ? [[tag, termPath(settings, { lang: tag, taxonomy, term })] as const] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}
