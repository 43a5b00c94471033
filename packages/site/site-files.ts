import { feedFormats } from './feeds/feed-formats.ts';
import { feedText } from './feeds/feed-text.ts';
import { robotsText } from './feeds/robots.ts';
import { sitemap, sitemapPart } from './feeds/sitemap.ts';
import type { PageContext } from './pages/page.ts';
import type { Route } from './pages/route.ts';
import { searchIndex, searchPart } from './search/search-index.ts';

/** A file that the site makes of its documents: a feed, the sitemap, a part of the search index. */
export interface SiteFile {
  readonly contentType: string;
  /** Undefined where there is no such file. */
  readonly text: string | undefined;
}

const plainText = 'text/plain; charset=utf-8';
const xml = 'application/xml; charset=utf-8';
const json = 'application/json; charset=utf-8';

/** The file of a route; undefined where the route is that of a page or an asset. */
export async function siteFile(
  context: PageContext,
  route: Route | undefined,
): Promise<SiteFile | undefined> {
  switch (route?.kind) {
    case 'feed': {
      const { format, of } = route;
      const contentType = `${feedFormats[format].contentType}; charset=utf-8`;
      return { contentType, text: await feedText(context, of, format) };
    }
    case 'sitemap':
      return { contentType: xml, text: await sitemap(context) };
    case 'sitemap-part':
      return { contentType: xml, text: await sitemapPart(context, route.part) };
    case 'search-index':
      return { contentType: json, text: await searchIndex(context, route.lang) };
    case 'search-part':
      return { contentType: json, text: await searchPart(context, route) };
    case 'robots':
      return { contentType: plainText, text: robotsText(context.settings) };
    default:
      return undefined;
  }
}
