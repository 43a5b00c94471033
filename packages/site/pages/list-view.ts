import type { PublishedPage, PublishedQuery } from '@galley/content';
import { fillPlaceholders } from '../texts/interface-texts.ts';
import type { InterfaceTexts } from '../texts/page-texts.ts';
import { encodeAddress } from '../markdown/public-address.ts';
import { pagedPath } from './addresses.ts';
import { loadPictures, summaryView } from './document-view.ts';
import type { PageContext } from './page.ts';

export interface ListView extends PagingView {
  readonly items: readonly object[];
  readonly total: number;
}

export interface PagingView {
  readonly page: number;
  readonly pages: number;
  readonly url: string;
  readonly first: string;
  readonly last: string;
  readonly newer: string | null;
  readonly older: string | null;
  readonly numbers: readonly PageNumber[];
  readonly position: string;
}

interface Paging {
  readonly page: number;
  readonly pages: number;
  readonly texts: InterfaceTexts;
  readonly address: (page: number) => string;
}

interface PageNumber {
  /** Null for a gap. */
  readonly page: number | null;
  readonly url: string;
  /** `Page 3`. */
  readonly label: string;
  readonly current: boolean;
}

export interface ListRequest {
  /** With trailing slash. */
  readonly base: string;
  readonly page: number;
  readonly query: Pick<PublishedQuery, 'type' | 'lang' | 'taxonomy'>;
}

/** Undefined past the end. The first page exists even if empty. */
export async function listView(
  context: PageContext,
  { base, page, query }: ListRequest,
): Promise<ListView | undefined> {
  const { settings, published } = context;
  const { pageSize } = settings.paging;
  const found: PublishedPage = await published.list({ ...query, page, pageSize });
  const pages = Math.max(1, Math.ceil(found.total / pageSize));
  if (page > pages) return undefined;
  const pictures = await loadPictures(context, found.items);
  return {
    items: found.items.map((item) => summaryView(settings, item, pictures)),
    total: found.total,
    ...pagingView({
      page,
      pages,
      texts: settings.texts.for(query.lang ?? ''),
      address: (to) => encodeAddress(pagedPath(base, to)),
    }),
  };
}

export function pagingView({ page, pages, texts, address }: Paging): PagingView {
  return {
    page,
    pages,
    url: address(1),
    first: address(1),
    last: address(pages),
    newer: page > 1 ? address(page - 1) : null,
    older: page < pages ? address(page + 1) : null,
    numbers: pageNumbers(page, pages).map((number) => ({
      page: number,
      url: number === null ? '' : address(number),
      label: number === null ? '' : fillPlaceholders(texts.page_number, { page: number }),
      current: number === page,
    })),
    position: fillPlaceholders(texts.page_of, { page, pages }),
  };
}

/** First, last, current and adjacent pages; null for gaps. */
export function pageNumbers(page: number, pages: number): readonly (number | null)[] {
  const near = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages);
  const shown = [...new Set(near)].sort((a, b) => a - b);
  return shown.flatMap((number, index) => {
    const skipped = number - (shown[index - 1] ?? 0) - 1;
    // A gap of one page.
    if (skipped === 1) return [number - 1, number];
    return skipped > 1 ? [null, number] : [number];
  });
}
