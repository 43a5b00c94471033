import type { FoundPublished } from '@galley/content';
import { escapeHtml } from '../markdown/escape-html.ts';
import { encodeAddress } from '../markdown/public-address.ts';
import { searchPath } from '../pages/addresses.ts';
import { timeView, typeLabel } from '../pages/document-view.ts';
import { pagingView, type PagingView } from '../pages/list-view.ts';
import type { PageContext, PageSettings } from '../pages/page.ts';
import { fillPlaceholders } from '../texts/interface-texts.ts';

export interface SearchResults extends PagingView {
  readonly query: string;
  /** `2 pages found`; empty without a query. */
  readonly count: string;
  /** Number of the first item. */
  readonly start: number;
  readonly items: readonly object[];
}

const maxQueryLength = 200;

/** Undefined past the last page. */
export async function searchResults(
  { settings, published }: PageContext,
  lang: string,
  asked: URLSearchParams,
): Promise<SearchResults | undefined> {
  const query = (asked.get('q') ?? '').trim().slice(0, maxQueryLength);
  const page = readPage(asked.get('page') ?? '1');
  if (page === undefined) return undefined;
  const { pageSize } = settings.paging;
  const texts = settings.texts.for(lang);
  const { items, total } =
    query === ''
      ? { items: [], total: 0 }
      : await published.search({ q: query, lang, isForReaders: true, page, pageSize });
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (page > pages) return undefined;
  const base = encodeAddress(searchPath(settings, lang));
  const address = (to: number): string => {
    const parameters = { q: query, ...(to > 1 && { page: String(to) }) };
    return `${base}?${new URLSearchParams(parameters).toString()}`;
  };
  return {
    query,
    count: query === '' ? '' : countText(texts, { lang, total }),
    start: (page - 1) * pageSize + 1,
    items: items.map((item) => resultView(settings, item)),
    ...pagingView({ page, pages, texts, address }),
  };
}

function readPage(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function countText(
  texts: ReturnType<PageSettings['texts']['for']>,
  { lang, total }: { readonly lang: string; readonly total: number },
): string {
  if (total === 0) return texts.search_none;
  const text = total === 1 ? texts.search_one : texts.search_other;
  return fillPlaceholders(text, { count: total.toLocaleString(lang) });
}

/** `title` and `excerpt` are HTML: escaped text with the matches in `<mark>`. */
function resultView(settings: PageSettings, { document, highlight }: FoundPublished): object {
  const { lang, type, date, url, summary } = document;
  return {
    title: highlight.title,
    url: encodeAddress(url),
    excerpt: highlight.body ?? highlight.summary ?? escapeHtml(summary ?? ''),
    kind: typeLabel(settings, lang, type),
    date: timeView(settings, lang, date),
  };
}
