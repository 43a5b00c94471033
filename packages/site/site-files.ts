import { feedFormats } from './feeds/feed-formats.ts';
import { renderFeed } from './feeds/feed-text.ts';
import { renderRobots } from './feeds/robots.ts';
import { sitemap, sitemapPart } from './feeds/sitemap.ts';
import type { PageContext } from './pages/page.ts';
import type { Route } from './pages/route.ts';
import { renderHeaders } from './page-policy.ts';
import { renderRedirects } from './redirects-file.ts';
import { renderSecurityTxt } from './security-txt.ts';
import { renderSearchIndex, renderSearchPart } from './search/search-index.ts';

export interface SiteFile {
  readonly contentType: string;
  /** Undefined when the file does not exist. */
  readonly text: string | undefined;
}

const plainText = 'text/plain; charset=utf-8';
const xml = 'application/xml; charset=utf-8';
const json = 'application/json; charset=utf-8';

/** `undefined` for pages and assets. */
export async function siteFile(
  context: PageContext,
  route: Route | undefined,
): Promise<SiteFile | undefined> {
  switch (route?.kind) {
    case 'feed': {
      const { format, of } = route;
      const contentType = `${feedFormats[format].contentType}; charset=utf-8`;
      return { contentType, text: await renderFeed(context, of, format) };
    }
    case 'sitemap':
      return { contentType: xml, text: await sitemap(context) };
    case 'sitemap-part':
      return { contentType: xml, text: await sitemapPart(context, route.part) };
    case 'search-index':
      return { contentType: json, text: await renderSearchIndex(context, route.lang) };
    case 'search-part':
      return { contentType: json, text: await renderSearchPart(context, route) };
    case 'robots':
      return { contentType: plainText, text: renderRobots(context.settings) };
    case 'redirects':
      return { contentType: plainText, text: renderRedirects(context.settings) };
    case 'headers':
      return { contentType: plainText, text: renderHeaders(context.settings) };
    case 'security-txt':
      return { contentType: plainText, text: renderSecurityTxt(context.settings) };
    default:
      return undefined;
  }
}
