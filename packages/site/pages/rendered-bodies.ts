import type { PublishedDocument, PublishedReader } from '@galley/content';
import { OnceAMinute, type Logger } from '@galley/kernel';
import type { Picture, PictureReader } from '@galley/media';
import type { FormSource } from '../forms/form-view.ts';
import { noFilters, type PageFilters } from '../filters/page-filters.ts';
import { builtInSiteTexts, type SiteTexts } from '../texts/site-texts.ts';
import { LruCache } from '../lru-cache.ts';
import { CodeHighlighter } from '../markdown/code-highlighter.ts';
import { addFileSizes } from '../markdown/file-cards.ts';
import type { TextLink } from '../markdown/links.ts';
import type { SentOptions } from '../markdown/markdown-jobs.ts';
import { MarkdownThread } from '../markdown/markdown-thread.ts';
import { addPictureData } from '../markdown/pictures.ts';
import { renderBody, type Highlighting } from '../markdown/render-body.ts';
import type { MarkdownOptions, RenderedMarkdown } from '../markdown/render-markdown.ts';
import { noShortcodes, type Shortcodes } from '../markdown/shortcodes.ts';
import type { HtmlRules } from '../markdown/safe-html.ts';
import { plainSyntax, type TextSyntax } from '../markdown/text-syntax.ts';
import type { UnknownBlock } from '../markdown/unknown-blocks.ts';

const defaultMaxBytes = 64 * 1024 * 1024;
const apartMaxBytes = 8 * 1024 * 1024;

const openingLength = 2_048;

/** Generated texts are English without a language. */
export type RenderableDocument = Pick<PublishedDocument, 'hash' | 'path' | 'body'> &
  Partial<Pick<PublishedDocument, 'lang'>>;

export interface RenderedBodiesParts {
  /** If missing, pictures stay unchanged. */
  readonly pictures?: PictureReader;
  /** Defaults to the rules of any site. */
  readonly html?: () => HtmlRules;
  /** Defaults to that of any site. */
  readonly syntax?: () => TextSyntax;
  /** Defaults to the included ones. */
  readonly texts?: () => Promise<SiteTexts> | SiteTexts;
  readonly highlighting?: Highlighting;
  /** If missing, plugins are not called. */
  readonly filters?: () => PageFilters;
  /** If missing, there are none. */
  readonly shortcodes?: () => Promise<Shortcodes> | Shortcodes;
  /** If missing, the site has no forms. */
  readonly forms?: () => FormSource;
  /** Throws the `ThemeRenderError` of a shortcode; otherwise it is logged and the inner text displayed. */
  readonly failsOnShortcodes?: boolean;
  readonly maxBytes?: number;
  /** With server limits if missing. */
  readonly thread?: MarkdownThread;
  readonly logger?: Logger;
}

export interface DependencyRecorder {
  /** A plugin may have read any document. */
  noteAnything(): void;
  /** `path` may be missing. */
  notePicture(path: string): void;
}

const noPictures: PictureReader = {
  describe: async () => new Map(),
  sizes: async () => new Map(),
};

/** The key is the history hash with linked addresses, rules of HTML and syntax, and plugins. Picture metadata is read each time. */
export class RenderedBodies {
  readonly #parts: RenderedBodiesParts;
  readonly #pictures: PictureReader;
  readonly #highlighting: Highlighting;
  readonly #thread: MarkdownThread;
  readonly #rendered: LruCache<RenderedMarkdown>;
  readonly #links: LruCache<readonly string[]>;
  readonly #throttle = new OnceAMinute();
  #threadsApart: Pick<RenderedBodiesParts, 'thread' | 'highlighting'> | undefined;

  constructor(parts: RenderedBodiesParts = {}) {
    const { pictures = noPictures, highlighting, maxBytes = defaultMaxBytes } = parts;
    this.#parts = parts;
    this.#pictures = pictures;
    this.#highlighting = highlighting ?? new CodeHighlighter();
    this.#thread = parts.thread ?? new MarkdownThread();
    this.#rendered = new LruCache(maxBytes);
    this.#links = new LruCache(maxBytes / 16);
  }

  /**
   * For unpublished texts: they must not appear in public caches, and a hostile one must not delay public pages. All
   * copies share their threads.
   */
  createIsolated(
    own: Pick<RenderedBodiesParts, 'failsOnShortcodes' | 'forms'> = {},
  ): RenderedBodies {
    this.#threadsApart ??= { thread: new MarkdownThread(), highlighting: new CodeHighlighter() };
    return new RenderedBodies({
      ...this.#parts,
      ...this.#threadsApart,
      ...own,
      maxBytes: apartMaxBytes,
    });
  }

  /** Resolves links with `published`. With `baseUrl`, all addresses are absolute. */
  async render(
    document: RenderableDocument,
    published: PublishedReader,
    baseUrl?: string,
  ): Promise<RenderedMarkdown> {
    const links = await this.#resolvedLinks(document, published);
    const filters = this.#parts.filters?.() ?? noFilters;
    if (dependsOnContent(document, filters)) noteAnything(published);
    const rendered = await this.#body(document, links, { baseUrl, filters });
    const reader: PictureReader = {
      describe: (paths) => this.describe(paths, published),
      sizes: (paths) => {
        notePictures(paths, published);
        return this.#pictures.sizes(paths);
      },
    };
    return addFileSizes(await addPictureData(rendered, reader), reader, document.lang);
  }

  /** Records the dependency in `published`. */
  async describe(
    paths: readonly string[],
    published: PublishedReader,
  ): Promise<ReadonlyMap<string, Picture>> {
    notePictures(paths, published);
    return paths.length === 0 ? new Map() : this.#pictures.describe(paths);
  }

  /** In order; empty when parsing times out. */
  async linksIn(body: string, path: string): Promise<readonly TextLink[]> {
    return (await this.#thread.run('linksOf', { body, path, syntax: this.#syntax })) ?? [];
  }

  /** Blocks that no enabled plugin renders; undefined when parsing times out. */
  unknownBlocksIn(
    body: string,
    known: ReadonlySet<string>,
  ): Promise<readonly UnknownBlock[] | undefined> {
    return this.#thread.run('unknownBlocks', { body, known, syntax: this.#syntax });
  }

  /** First paragraph, cut at a word; empty when not near the beginning. */
  async excerpt(body: string, length: number): Promise<string> {
    const opening = body.slice(0, openingLength);
    const input = { body: opening, length, syntax: this.#syntax };
    return (await this.#thread.run('excerpt', input)) ?? '';
  }

  get #syntax(): TextSyntax {
    return this.#parts.syntax?.() ?? plainSyntax;
  }

  async #texts(): Promise<SiteTexts> {
    return (await this.#parts.texts?.()) ?? builtInSiteTexts;
  }

  async #body(
    document: RenderableDocument,
    links: ReadonlyMap<string, string>,
    { baseUrl, filters }: { readonly baseUrl: string | undefined; readonly filters: PageFilters },
  ): Promise<RenderedMarkdown> {
    const { hash, path, body, lang } = document;
    const html = this.#parts.html?.();
    const isKept = !dependsOnContent(document, filters);
    const texts = await this.#texts();
    const shortcodes = (await this.#parts.shortcodes?.()) ?? noShortcodes;
    const forms = this.#parts.forms?.();
    const templates = mayHaveShortcodes(body) ? [shortcodes.key, formsKey(forms)] : [];
    const made = [baseUrl ?? '', [...links], html, this.#syntax, filters.key, texts.key, templates];
    const key = JSON.stringify([hash, path, lang, ...made]);
    const known = isKept ? this.#rendered.get(key) : undefined;
    if (known !== undefined) return known;
    const options = this.#options(document, { links, baseUrl, texts });
    const { failures } = filters;
    const rendered = await renderBody(body, options, {
      thread: this.#thread,
      highlighting: this.#highlighting,
      filters,
      shortcodes,
      forms,
    });
    if (rendered.isUnformatted) this.#logUnformatted(path);
    this.#tellFailures(path, rendered);
    if (!isKept || filters.failures !== failures) return rendered;
    // At most two bytes per character; the rest is small.
    this.#rendered.set(key, rendered, 2 * rendered.html.length + 1024);
    return rendered;
  }

  #options(
    { path, lang }: RenderableDocument,
    {
      links,
      baseUrl,
      texts,
    }: {
      readonly links: ReadonlyMap<string, string>;
      readonly baseUrl: string | undefined;
      readonly texts: SiteTexts;
    },
  ): SentOptions {
    const html = this.#parts.html?.();
    return {
      path,
      links,
      syntax: this.#syntax,
      ...(lang !== undefined && { lang }),
      ...ownTexts(texts, lang),
      ...(html !== undefined && { html }),
      ...(baseUrl !== undefined && { baseUrl }),
    };
  }

  #logUnformatted(path: string): void {
    const repeated = this.#throttle.admit(path);
    if (repeated === undefined) return;
    this.#parts.logger?.warn('formatting a document took too long', { path, repeated });
  }

  #tellFailures(path: string, { failures = [] }: RenderedMarkdown): void {
    for (const error of failures) {
      if (this.#parts.failsOnShortcodes) throw error;
      const reason = error.message;
      const repeated = this.#throttle.admit(reason);
      if (repeated !== undefined)
        this.#parts.logger?.warn('shortcode failed', { path, reason, repeated });
    }
  }

  async #resolvedLinks(
    document: RenderableDocument,
    published: PublishedReader,
  ): Promise<ReadonlyMap<string, string>> {
    return published.urlsOf(await this.#linksOf(document));
  }

  async #linksOf({ hash, path, body }: RenderableDocument): Promise<readonly string[]> {
    const key = JSON.stringify([hash, path, this.#syntax]);
    const known = this.#links.get(key);
    if (known !== undefined) return known;
    // Parsing all would double the work.
    if (!body.includes('.md')) return [];
    const links =
      (await this.#thread.run('linkedDocuments', { body, path, syntax: this.#syntax })) ?? [];
    this.#links.set(key, links, 256 + 2 * links.join('').length);
    return links;
  }
}

/** The renderer knows the included ones. */
function ownTexts(texts: SiteTexts, lang = 'en'): Pick<MarkdownOptions, 'texts'> {
  return texts.key === '' ? {} : { texts: texts.for(lang) };
}

function isWitness(published: PublishedReader): published is PublishedReader & DependencyRecorder {
  return 'notePicture' in published;
}

function notePictures(paths: readonly string[], published: PublishedReader): void {
  if (isWitness(published)) paths.forEach((path) => published.notePicture(path));
}

/** Any public change outdates the answer. */
export function noteAnything(published: PublishedReader): void {
  if (isWitness(published)) published.noteAnything();
}

/** A plugin that reads documents renders a part, so the hash does not determine the output. */
function dependsOnContent({ body }: RenderableDocument, filters: PageFilters): boolean {
  if (!filters.readsContent) return false;
  const mayHaveBlocks = filters.blocks.size > 0 && mayHaveShortcodes(body);
  return mayHaveBlocks || filters.has('document.html');
}

function formsKey(source: FormSource | undefined): unknown {
  if (source === undefined) return null;
  const { forms, formServer } = source.settings;
  return [forms, formServer, source.isLive, source.state];
}

function mayHaveShortcodes(body: string): boolean {
  return /:::|\{\{/.test(body);
}
