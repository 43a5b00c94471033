import type { PublishedDocument } from '@galley/content';
import { searchPage } from '../search/search-page.ts';
import { decodedPath, documentUrl } from '../site-address.ts';
import { documentPage, type DocumentPageOptions } from './document-page.ts';
import { homeListPage, sectionPage, termsPage } from './list-pages.ts';
import type { Page, PageContext } from './page.ts';
import { matchRoute } from './route.ts';
import { describedTermPage, termPage } from './term-page.ts';

/** Documents win over lists; a document at the address of a term describes it above its list. */
export async function findPage(
  context: PageContext,
  path: string,
  query = new URLSearchParams(),
): Promise<Page | undefined> {
  const document = await context.published.findByUrl(documentUrl(path));
  if (document !== undefined) return pageOf(context, document);
  const route = matchRoute(context.settings, path);
  switch (route?.kind) {
    case 'home':
      return homeListPage(context, route.lang);
    case 'section':
      return sectionPage(context, route);
    case 'terms':
      return termsPage(context, route);
    case 'term':
      return termPage(context, route);
    case 'search':
      return searchPage(context, route.lang, query);
    default:
      return undefined;
  }
}

/** Also of a document that is not public. */
export async function pageOf(
  context: PageContext,
  document: PublishedDocument,
  options: DocumentPageOptions = {},
): Promise<Page> {
  const place = matchRoute(context.settings, decodedPath(document.url) ?? document.url);
  if (place?.kind === 'term' && place.page === 1)
    return describedTermPage(context, { document, place }, options);
  return documentPage(context, document, options);
}
