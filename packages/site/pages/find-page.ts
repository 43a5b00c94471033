import { searchPage } from '../search/search-page.ts';
import { documentUrl } from '../site-address.ts';
import { documentPage } from './document-page.ts';
import { homeListPage, sectionPage, termPage, termsPage } from './list-pages.ts';
import type { Page, PageContext } from './page.ts';
import { matchRoute } from './route.ts';

/** Documents win over lists. */
export async function findPage(context: PageContext, path: string): Promise<Page | undefined> {
  const document = await context.published.findByUrl(documentUrl(path));
  if (document !== undefined) return documentPage(context, document);
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
      return searchPage(context, route.lang);
    default:
      return undefined;
  }
}
