import type { PublishedOpening } from '@galley/content';
import { formatIsoDay } from '../languages.ts';
import { encodeAddress } from '../markdown/public-address.ts';
import { fullTextPath, searchPartPath } from '../pages/addresses.ts';
import { isForSearchEngines } from '../pages/document-page.ts';
import { typeLabel } from '../pages/document-view.ts';
import type { PageContext, PageSettings } from '../pages/page.ts';

/** Ordered by path, so that a change affects one part. */
export const searchPartSize = 500;

const excerptLength = 160;

/** JSON with the addresses of the parts; see the README for the format. */
export async function renderSearchIndex(
  { settings, published, isLive }: PageContext,
  lang: string,
): Promise<string> {
  const { total } = await published.list({ lang, sort: 'path', page: 1, pageSize: 1 });
  const parts = Math.ceil(total / searchPartSize);
  return JSON.stringify({
    version: 1,
    lang,
    total,
    types: typeLabels(settings, lang),
    ...(!isLive && { full_text: encodeAddress(fullTextPath(lang)) }),
    parts: Array.from({ length: parts }, (_, index) =>
      encodeAddress(searchPartPath(lang, index + 1)),
    ),
  });
}

function typeLabels(settings: PageSettings, lang: string): Readonly<Record<string, string>> {
  const types = Object.keys(settings.content.types);
  return Object.fromEntries(types.map((type) => [type, typeLabel(settings, lang, type)]));
}

/** Parts start at 1; undefined past the last. */
export async function renderSearchPart(
  context: PageContext,
  { lang, part }: { readonly lang: string; readonly part: number },
): Promise<string | undefined> {
  const { settings, published } = context;
  const found = await published.openings({ lang, page: part, pageSize: searchPartSize });
  if (found.length === 0) return undefined;
  const shown = found.filter((document) => isForSearchEngines(settings, document));
  const documents = await Promise.all(shown.map((document) => searchEntry(context, document)));
  return JSON.stringify({ documents });
}

async function searchEntry(
  { settings, bodies }: PageContext,
  document: PublishedOpening,
): Promise<object> {
  const { title, url, type, date, summary, taxonomies, opening } = document;
  return {
    title,
    url: encodeAddress(url),
    summary: summary ?? (await bodies.excerpt(opening, excerptLength)),
    terms: [...new Set(Object.values(taxonomies).flat())],
    date: formatIsoDay(settings.timeZone, date),
    type,
  };
}
