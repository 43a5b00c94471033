import type { PublishedDocument, PublishedReader } from '@galley/content';
import { DomainError, type Clock, type Logger } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import { atomFeed, sitemap } from './feeds.ts';
import { interfaceTexts } from './interface-texts.ts';
import { splitLanguage } from './languages.ts';
import { encodeAddress } from './markdown/public-address.ts';
import { absoluteUrl } from './pages/addresses.ts';
import { documentPage } from './pages/document-page.ts';
import { homeListPage, sectionPage, termPage, termsPage } from './pages/list-pages.ts';
import type { Page, PageContext } from './pages/page.ts';
import { RenderedBodies } from './pages/rendered-bodies.ts';
import { matchRoute, type Route } from './pages/route.ts';
import { siteView } from './pages/site-view.ts';
import { markAsPreview } from './preview-banner.ts';
import { siteProblems } from './problems.ts';
import {
  assetResponse,
  conditional,
  forOneReader,
  htmlResponse,
  redirect,
  textResponse,
  type SiteRequest,
  type SiteResponse,
} from './site-response.ts';
import { ThemeRenderError, type Theme } from './theme/theme.ts';

const atom = 'application/atom+xml; charset=utf-8';
const xml = 'application/xml; charset=utf-8';
const plainText = 'text/plain; charset=utf-8';

export interface PublicSiteParts {
  readonly settings: () => SiteSettings;
  readonly published: PublishedReader;
  /** Shared with whoever else shows bodies. */
  readonly bodies: RenderedBodies;
  readonly theme: () => Promise<Theme> | Theme;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly version: string;
}

/** The page of a text that is not public. */
export interface SitePreview extends SiteResponse {
  /** The text alone, as HTML. */
  readonly htmlBody: string;
}

/** The public pages, without a web server: a request in, an answer out. Problems of the database pass through. */
export class PublicSite {
  readonly #parts: PublicSiteParts;

  constructor(parts: PublicSiteParts) {
    this.#parts = parts;
  }

  async respond(request: SiteRequest): Promise<SiteResponse> {
    const context = this.#context();
    const path = decodedPath(request.path);
    const { lang } = splitLanguage(context.settings, path ?? '/');
    return this.#guarded(lang, async () => {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return this.#errorPage(context, path ?? '/', methodNotAllowed);
      }
      if (path === undefined) return this.#errorPage(context, '/', badAddress);
      return conditional(request, await this.#answer(context, path, request.query));
    });
  }

  /** A page as it would look if this were public, and says that it is not; never kept, and not for search engines. */
  async preview(document: PublishedDocument): Promise<SitePreview> {
    // Of its own, and gone with it: a text that is not public must not stay in what public pages are made from.
    const bodies = new RenderedBodies(this.#parts.published);
    const page = await this.#guarded(document.lang, async () => {
      const context = { ...this.#context(), bodies };
      const shown = await this.#written(
        200,
        await documentPage(context, document, { isHidden: true }),
      );
      return { ...shown, body: markAsPreview(String(shown.body), document.lang) };
    });
    return { ...forOneReader(page), htmlBody: (await bodies.render(document)).html };
  }

  /** The answer under the address of a preview that leads nowhere, or is asked for anything but reading. */
  async refusePreview(reason: keyof typeof previewRefusals): Promise<SiteResponse> {
    const context = this.#context();
    const page = await this.#guarded(context.settings.language, () =>
      this.#errorPage(context, '/', previewRefusals[reason]),
    );
    return forOneReader(page);
  }

  /** A theme that fails is the site's fault, not the reader's: a plain page for one, the place in the log for the other. */
  async #guarded(lang: string, answer: () => Promise<SiteResponse>): Promise<SiteResponse> {
    try {
      return await answer();
    } catch (error) {
      if (!isThemeFailure(error)) throw error;
      const { file, line, column } = error instanceof DomainError ? error.details : error;
      this.#parts.logger.error('The theme failed', { file, line, column, reason: error.message });
      return plainFailure(lang);
    }
  }

  #context(): PageContext {
    const { settings, published, bodies, clock, version } = this.#parts;
    return { settings: settings(), published, clock, version, bodies };
  }

  async #answer(context: PageContext, path: string, query: URLSearchParams): Promise<SiteResponse> {
    const route = matchRoute(context.settings, path);
    const file = await this.#file(context, route, query);
    if (file !== undefined) return file;
    const page = await findPage(context, path, route);
    if (page !== undefined) return this.#written(200, page);
    const elsewhere = await otherAddress(context, path);
    if (elsewhere !== undefined) return redirect(withQuery(elsewhere, query));
    return this.#errorPage(context, path, notFound);
  }

  async #file(
    context: PageContext,
    route: Route | undefined,
    query: URLSearchParams,
  ): Promise<SiteResponse | undefined> {
    switch (route?.kind) {
      case 'asset': {
        const asset = (await this.#parts.theme()).findAsset(route.file);
        return asset && assetResponse(asset, query);
      }
      case 'feed':
        return textResponse(atom, await atomFeed(context, route.lang));
      case 'sitemap':
        return textResponse(xml, await sitemap(context));
      case 'robots':
        return textResponse(plainText, robots(context.settings));
      default:
        return undefined;
    }
  }

  /** Written out with the first of its layouts that the theme has. */
  async #written(status: number, page: Page): Promise<SiteResponse> {
    const theme = await this.#parts.theme();
    const layout = page.layouts.find((name) => theme.hasLayout(name)) ?? 'page';
    return htmlResponse(status, theme.render(layout, page.view), theme);
  }

  async #errorPage(
    context: PageContext,
    path: string,
    { status, title, headers }: Refusal,
  ): Promise<SiteResponse> {
    const { lang } = splitLanguage(context.settings, path);
    const heading = interfaceTexts(lang)[title];
    const view = {
      ...siteView(context, { lang, path, title: heading, isHidden: true }),
      heading,
      status,
    };
    const layouts = title === 'not_found' ? ['404'] : ['error', '404'];
    const page = await this.#written(status, { lang, layouts, view });
    return { ...page, headers: { ...page.headers, ...headers } };
  }
}

interface Refusal {
  readonly status: number;
  readonly title: 'not_found' | 'bad_address' | 'method_not_allowed' | 'preview_invalid';
  readonly headers?: SiteResponse['headers'];
}

const notFound: Refusal = { status: 404, title: 'not_found' };
const badAddress: Refusal = { status: 400, title: 'bad_address' };
const methodNotAllowed: Refusal = {
  status: 405,
  title: 'method_not_allowed',
  headers: { allow: 'GET, HEAD' },
};
const previewRefusals = {
  preview_invalid: { status: 404, title: 'preview_invalid' },
  method_not_allowed: methodNotAllowed,
} as const satisfies Record<string, Refusal>;

function isThemeFailure(error: unknown): error is ThemeRenderError | DomainError {
  if (error instanceof ThemeRenderError) return true;
  return error instanceof DomainError && Object.hasOwn(siteProblems, error.code);
}

/** A document's page comes before a list at the same address. */
async function findPage(
  context: PageContext,
  path: string,
  route: Route | undefined,
): Promise<Page | undefined> {
  const document = await context.published.findByUrl(documentUrl(path));
  if (document !== undefined) return documentPage(context, document);
  switch (route?.kind) {
    case 'home':
      return homeListPage(context, route.lang);
    case 'section':
      return sectionPage(context, route);
    case 'terms':
      return termsPage(context, route);
    case 'term':
      return termPage(context, route);
    default:
      return undefined;
  }
}

/** The address under which a page is really found, when this one is only another spelling of it. */
async function otherAddress(context: PageContext, path: string): Promise<string | undefined> {
  const spelled = path.replace(/\/index\.html$/, '/').replace(/\/page\/1\/?$/, '/');
  const wanted = spelled.endsWith('/') ? spelled : `${spelled}/`;
  if (wanted === path) return undefined;
  const page = await findPage(context, wanted, matchRoute(context.settings, wanted));
  return page && encodeAddress(wanted);
}

/**
 * The path as people read it; undefined for one that no page can have. A path with an empty segment or a backslash is
 * refused because a redirect to it would lead to another host, one with an encoded slash because it is none of ours.
 */
function decodedPath(path: string): string | undefined {
  if (/%2f/i.test(path)) return undefined;
  try {
    const decoded = decodeURIComponent(path).normalize('NFC');
    return /^(?!.*(?:\/\/|[\\\p{Cc}]))\//su.test(decoded) ? decoded : undefined;
  } catch {
    return undefined;
  }
}

/** The one spelling in which documents have their addresses. */
function documentUrl(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function withQuery(path: string, query: URLSearchParams): string {
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

function robots(settings: SiteSettings): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${absoluteUrl(settings, '/sitemap.xml')}\n`;
}

function plainFailure(lang: string): SiteResponse {
  const response = textResponse(plainText, `${interfaceTexts(lang).failed}\n`, 500);
  return { ...response, headers: { ...response.headers, 'cache-control': 'no-store' } };
}
