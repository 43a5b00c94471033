import { termSlug, type TermCount } from '@galley/content';
import { encodeAddress } from '../markdown/public-address.ts';
import { fillList, type FilledList } from '../theme/theme-lists.ts';
import type { Theme } from '../theme/theme.ts';
import { sectionPath } from './addresses.ts';
import { loadPictures, summaryView, typeLabel } from './document-view.ts';
import type { PageContext } from './page.ts';
import { findTerm, termPath } from './term-page.ts';

/** Documents for one heading of a theme, newest first. */
interface ThemeListView {
  readonly heading: string;
  /** Path of the whole list. */
  readonly url: string;
  readonly items: readonly object[];
  /** Number of documents of the whole list. */
  readonly total: number;
}

interface Place {
  readonly layout: string;
  readonly lang: string;
}

const maxTerms = 12;

/** The default, so that a site with many terms has a short front page. */
const mostUsedTerms = 4;

/**
 * `lists` of a layout: the lists that the theme declares for it, by name (ADD-THM-11). A list of a taxonomy is an array
 * with a list for each term. Null for a type or taxonomy that the site does not have; undefined without lists.
 */
export async function themeLists(
  context: PageContext,
  { manifest, values }: Pick<Theme, 'manifest' | 'values'>,
  { layout, lang }: Place,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const declared = manifest.lists.filter(({ layouts }) => layouts.includes(layout));
  if (declared.length === 0) return undefined;
  const loaded = await Promise.all(
    declared.map(async (list) => [
      list.name,
      await loadList(context, fillList(list, values), lang),
    ]),
  );
  return Object.fromEntries(loaded) as Record<string, unknown>;
}

async function loadList(
  context: PageContext,
  list: FilledList,
  lang: string,
): Promise<ThemeListView | readonly ThemeListView[] | null> {
  const { content, taxonomies } = context.settings;
  const { type, taxonomy } = list;
  if (type !== '' && !Object.hasOwn(content.types, type)) return null;
  if (taxonomy === '') return type === '' ? null : loadDocuments(context, list, { lang });
  if (!Object.hasOwn(taxonomies, taxonomy)) return null;
  const terms = await chooseTerms(context, list, lang);
  return Promise.all(terms.map((term) => loadDocuments(context, list, { lang, term })));
}

async function chooseTerms(
  context: PageContext,
  { taxonomy, terms }: FilledList,
  lang: string,
): Promise<readonly TermCount[]> {
  if (terms.length === 0) {
    const all = await context.published.terms(taxonomy, lang);
    return all
      .filter(({ slug }) => slug !== '')
      .toSorted((a, b) => b.count - a.count)
      .slice(0, mostUsedTerms);
  }
  const slugs = new Set(terms.map(termSlug));
  const found = await Promise.all(
    [...slugs].slice(0, maxTerms).map((term) => findTerm(context, { lang, taxonomy, term })),
  );
  return found.filter((term) => term !== undefined);
}

async function loadDocuments(
  context: PageContext,
  { type, taxonomy, size }: FilledList,
  { lang, term }: { readonly lang: string; readonly term?: TermCount },
): Promise<ThemeListView> {
  const { settings, published } = context;
  const { items, total } = await published.list({
    lang,
    ...(type !== '' && { type }),
    ...(term && { taxonomy: { name: taxonomy, term: term.slug } }),
    page: 1,
    pageSize: size ?? settings.paging.pageSize,
  });
  const pictures = await loadPictures(context, items);
  const path =
    term === undefined
      ? sectionPath(settings, lang, type)
      : termPath(settings, { lang, taxonomy, term: term.slug });
  return {
    heading: term?.name ?? typeLabel(settings, lang, type),
    url: encodeAddress(path),
    items: items.map((item) => summaryView(settings, item, pictures)),
    total,
  };
}
