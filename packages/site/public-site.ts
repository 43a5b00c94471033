import type { PublishedDocument, PublishedReader } from '@galley/content';
import { DomainError, type Logger } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import type { RenderedPage } from './checks/page-faults.ts';
import { findElsewhere, withQuery } from './elsewhere.ts';
import { noFilters, type PageFilters } from './filters/page-filters.ts';
import { formDocument } from './forms/form-document.ts';
import type { FormState } from './forms/form-view.ts';
import { interfaceTexts } from './texts/interface-texts.ts';
import { splitLanguage } from './languages.ts';
import { encodeAddress } from './markdown/public-address.ts';
import {
  badAddress,
  errorPage,
  gone,
  methodNotAllowed,
  notFound,
  type Refusal,
} from './pages/error-page.ts';
import { findPage, pageOf } from './pages/find-page.ts';
import type { Page, PageContext, PageSettings } from './pages/page.ts';
import type { TextLink } from './markdown/links.ts';
import { noteAnything, type RenderedBodies } from './pages/rendered-bodies.ts';
import { matchRoute } from './pages/route.ts';
import { themeLists } from './pages/theme-lists.ts';
import { withGuestComments, type GuestCommentsState } from './guest-comments.ts';
import { markAsPreview } from './preview-banner.ts';
import { addSnippets } from './page-policy.ts';
import { siteProblems } from './problems.ts';
import { decodedPath } from './site-address.ts';
import { siteFile } from './site-files.ts';
import {
  assetResponse,
  applyConditions,
  fileResponse,
  withoutSharing,
  htmlResponse,
  redirect,
  textResponse,
  type SiteRequest,
  type SiteResponse,
} from './site-response.ts';
import { staticResponse } from './static/static-response.ts';
import type { SiteTexts } from './texts/site-texts.ts';
import { ThemeRenderError } from './theme/template-place.ts';
import type { Theme } from './theme/theme.ts';

const plainText = 'text/plain; charset=utf-8';

export interface PublicSiteParts {
  readonly settings: () => SiteSettings;
  readonly published: PublishedReader;
  readonly bodies: RenderedBodies;
  readonly theme: () => Promise<Theme> | Theme;
  /** If missing, plugins are not called. */
  readonly filters?: () => PageFilters;
  readonly logger: Logger;
  readonly version: string;
  /** False in the static output, where no server answers searches. */
  readonly isLive?: boolean;
}

export interface SitePreview extends SiteResponse {
  readonly htmlBody: string;
}

/** Maps requests to answers. Database errors pass through. */
export class PublicSite {
  readonly #parts: PublicSiteParts;
  #settings: { readonly from: SiteSettings; readonly with: PageSettings } | undefined;

  constructor(parts: PublicSiteParts) {
    this.#parts = parts;
  }

  async respond(
    request: SiteRequest,
    published: PublishedReader = this.#parts.published,
  ): Promise<SiteResponse> {
    const path = decodedPath(request.path);
    const { lang } = splitLanguage(this.#parts.settings(), path ?? '/');
    return this.#withErrorPage(lang, async () => {
      const context = { ...(await this.#context()), published };
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return this.#errorPage(context, path ?? '/', methodNotAllowed);
      }
      if (path === undefined) return this.#errorPage(context, '/', badAddress);
      const filters = this.#filters();
      const { failures } = filters;
      const answer = await this.#answer(context, path, request.query);
      return applyConditions(
        request,
        filters.failures === failures ? answer : withoutCaching(answer),
      );
    });
  }

  /** Marked as preview; never cached or indexed. With `guests`, its readers can comment. */
  async preview(document: PublishedDocument, guests?: GuestCommentsState): Promise<SitePreview> {
    const bodies = this.#parts.bodies.createIsolated({ failsOnShortcodes: true });
    const page = await this.#withErrorPage(document.lang, async () => {
      const context = { ...(await this.#context()), bodies };
      const page = await pageOf(context, document, { isHidden: true });
      const shown = await this.#renderPage(context, page, { isPreview: true });
      const { lang } = document;
      const { texts } = context.settings;
      const body = markAsPreview(String(shown.body), lang, texts);
      return { ...shown, body: guests ? withGuestComments(body, guests, { lang, texts }) : body };
    });
    // A text with a failing shortcode is shown without it.
    const shown = page.failure === undefined ? bodies : this.#parts.bodies.createIsolated();
    const { html: htmlBody } = await shown.render(document, this.#parts.published);
    return { ...withoutSharing(page), htmlBody };
  }

  /** Renders the page of a text that is not public, for its check. */
  async tryPage(document: PublishedDocument): Promise<RenderedPage> {
    const { failure } = await this.preview(document);
    const theme = failure === undefined ? await this.#parts.theme() : undefined;
    const layouts = theme?.layoutNames ?? [];
    const blocks = new Set([...this.#filters().blocks, ...(theme?.shortcodes.names ?? [])]);
    const bodies = this.#parts.bodies.createIsolated();
    const unknownBlocks = await bodies.unknownBlocksIn(document.body, blocks);
    return { failure, layouts, blocks: [...blocks], unknownBlocks };
  }

  linksIn(body: string, path: string): Promise<readonly TextLink[]> {
    return this.#parts.bodies.createIsolated().linksIn(body, path);
  }

  /** True for an address with content or a redirect. */
  async has(address: string): Promise<boolean> {
    const path = decodedPath(address);
    if (path === undefined) return false;
    const context = await this.#context();
    if ((await this.#file(context, path)) !== undefined) return true;
    if ((await findPage(context, path)) !== undefined) return true;
    if ((await this.#staticFile(path)) !== undefined) return true;
    return (await findElsewhere(context, path))?.to !== undefined;
  }

  /** Answers an invalid preview link or method. */
  refusePreview(reason: keyof typeof previewRefusals): Promise<SiteResponse> {
    return this.refuse('/', previewRefusals[reason]);
  }

  /**
   * The page with a form that was sent: with what was typed and its faults, or with thanks. Never cached.
   * `page` is the path of its document.
   */
  async formPage(
    state: FormState,
    { page, status }: { readonly page: string; readonly status: number },
  ): Promise<SiteResponse> {
    const settings = this.#parts.settings();
    const bodies = this.#parts.bodies.createIsolated({
      forms: () => ({ settings, isLive: true, state }),
    });
    const form = settings.forms[state.form]!;
    const document = await this.#parts.published.findByPath(page);
    const lang = document?.lang ?? settings.language;
    const response = await this.#withErrorPage(lang, async () => {
      const context = { ...(await this.#context()), bodies };
      const render = async (shown: PublishedDocument): Promise<SiteResponse> =>
        this.#renderPage(context, await pageOf(context, shown, { isHidden: true }), { status });
      const found = document && (await render(document));
      return found && String(found.body).includes(`id="form-${state.form}"`)
        ? found
        : render(formDocument(state.form, form, lang));
    });
    const { headers, ...rest } = withoutSharing(response);
    // Browsers send a form from a page without referrers as if it came from another site.
    return { ...rest, headers: { ...headers, 'referrer-policy': 'same-origin' } };
  }

  async refuse(path: string, refusal: Refusal): Promise<SiteResponse> {
    const { lang } = splitLanguage(this.#parts.settings(), path);
    const page = await this.#withErrorPage(lang, async () =>
      this.#errorPage(await this.#context(), path, refusal),
    );
    return withoutSharing(page);
  }

  /** Visitors get a plain page, the log gets the position. */
  async #withErrorPage(lang: string, answer: () => Promise<SiteResponse>): Promise<SiteResponse> {
    try {
      return await answer();
    } catch (error) {
      if (!isThemeFailure(error)) throw error;
      const { file, line, column } = error instanceof DomainError ? error.details : error;
      this.#parts.logger.error('theme failed', { file, line, column, reason: error.message });
      return { ...plainFailure(lang), failure: error.message };
    }
  }

  #filters(): PageFilters {
    return this.#parts.filters?.() ?? noFilters;
  }

  async #context(): Promise<PageContext> {
    const { published, bodies, version, isLive = false } = this.#parts;
    const { texts } = await this.#parts.theme();
    const settings = this.#withTexts(this.#parts.settings(), texts);
    return { settings, published, version, bodies, isLive };
  }

  /** The same object until settings or texts change, because pages cache by it. */
  #withTexts(settings: SiteSettings, texts: SiteTexts): PageSettings {
    const known = this.#settings;
    if (known?.from === settings && known.with.texts === texts) return known.with;
    this.#settings = { from: settings, with: { ...settings, texts } };
    return this.#settings.with;
  }

  async #answer(context: PageContext, path: string, query: URLSearchParams): Promise<SiteResponse> {
    const file = await this.#file(context, path);
    if (file !== undefined) return file;
    const page = await findPage(context, path, query);
    if (page !== undefined) return this.#renderPage(context, page);
    const own = await this.#staticFile(path);
    // A page at `/contact/` wins over the file `contact`.
    if (own !== undefined && !(await findPage(context, `${path}/`))) return own;
    const target = await findElsewhere(context, path);
    if (target === undefined) return this.#errorPage(context, path, notFound);
    const { to, status } = target;
    if (to === undefined) return this.#errorPage(context, path, gone);
    return redirect(withQuery(encodeAddress(to), query), status);
  }

  async #file(context: PageContext, path: string): Promise<SiteResponse | undefined> {
    const route = matchRoute(context.settings, path);
    if (route?.kind === 'asset') {
      const found = (await this.#parts.theme()).findNamed(route.file);
      return found && assetResponse(found);
    }
    const own = route?.kind === 'robots' ? await this.#staticFile(path) : undefined;
    if (own !== undefined) return own;
    const file = await siteFile(context, route);
    return file?.text === undefined ? undefined : fileResponse(file.contentType, file.text);
  }

  async #staticFile(path: string): Promise<SiteResponse | undefined> {
    const name = path.slice(1);
    const bytes = (await this.#parts.theme()).parts.statics.files.get(name);
    return bytes && staticResponse(name, bytes, this.#parts.settings());
  }

  async #renderPage(
    context: PageContext,
    page: Page,
    { status = 200, isPreview = false } = {},
  ): Promise<SiteResponse> {
    const theme = await this.#parts.theme();
    const layout = page.layouts.find((name) => theme.hasLayout(name)) ?? 'page';
    const lists = await themeLists(context, theme, { layout, lang: page.lang });
    const html = theme.render(layout, lists === undefined ? page.view : { ...page.view, lists });
    if (status === 200 && this.#filters().readsContent && this.#filters().has('page.html'))
      noteAnything(context.published);
    const shown =
      status === 200 ? await this.#applyFilters(html, page, { layout, isPreview }) : html;
    const settings = this.#parts.settings();
    const complete = isPreview ? shown : addSnippets(shown, settings.snippets);
    return htmlResponse(
      status,
      { html, shown: complete },
      { hasScripts: theme.hasScripts, settings },
    );
  }

  /** Error pages skip plugins, because their addresses are unlimited. */
  async #applyFilters(
    html: string,
    { lang, view }: Page,
    { layout, isPreview }: { readonly layout: string; readonly isPreview: boolean },
  ): Promise<string> {
    const filters = this.#filters();
    if (!filters.has('page.html')) return html;
    const { title, full_title, description, url, canonical, image, is_home, is_article } =
      view.page;
    const page = { title, full_title, description, url, canonical, image, is_home, is_article };
    return filters.filter('page.html', html, { ...page, lang, layout, is_preview: isPreview });
  }

  async #errorPage(context: PageContext, path: string, refusal: Refusal): Promise<SiteResponse> {
    const shown = await errorPage(context, path, refusal);
    const page = await this.#renderPage(context, shown, { status: refusal.status });
    return { ...page, headers: { ...page.headers, ...refusal.headers } };
  }
}

const previewRefusals = {
  preview_invalid: { status: 404, title: 'preview_invalid' },
  method_not_allowed: methodNotAllowed,
} as const satisfies Record<string, Refusal>;

function isThemeFailure(error: unknown): error is ThemeRenderError | DomainError {
  if (error instanceof ThemeRenderError) return true;
  return error instanceof DomainError && Object.hasOwn(siteProblems, error.code);
}

/** After a plugin failure the output is incomplete. */
function withoutCaching({ headers, ...response }: SiteResponse): SiteResponse {
  const sentAs = undefined;
  return { ...response, sentAs, headers: { ...headers, 'cache-control': 'no-store' } };
}

function plainFailure(lang: string): SiteResponse {
  const response = textResponse(plainText, `${interfaceTexts(lang).failed}\n`, 500);
  return { ...response, headers: { ...response.headers, 'cache-control': 'no-store' } };
}
