import type { PublishedDocument, PublishedReader } from '@galley/content';
import { OnceAMinute, type Logger } from '@galley/kernel';
import type { Picture, PictureReader } from '@galley/media';
import { noFilters, type PageFilters } from '../filters/page-filters.ts';
import { LruCache } from '../lru-cache.ts';
import { CodeHighlighter } from '../markdown/code-highlighter.ts';
import type { TextLink } from '../markdown/links.ts';
import { MarkdownThread } from '../markdown/markdown-thread.ts';
import { withPictures } from '../markdown/pictures.ts';
import { renderBody, type Highlighting } from '../markdown/render-body.ts';
import type { RenderedMarkdown } from '../markdown/render-markdown.ts';
import type { HtmlRules } from '../markdown/safe-html.ts';

const defaultMaxBytes = 64 * 1024 * 1024;
const apartMaxBytes = 8 * 1024 * 1024;

/** Characters of a text in which its first paragraph is looked for. */
const openingLength = 2_048;

/** What of a document its body's HTML is made of; without a language, what is said beside the text is English. */
export type RenderableDocument = Pick<PublishedDocument, 'hash' | 'path' | 'body'> &
  Partial<Pick<PublishedDocument, 'lang'>>;

export interface RenderedBodiesParts {
  /** Without it, pictures are shown as they are. */
  readonly pictures?: PictureReader;
  /** Without it, raw HTML is what it is on any site. */
  readonly html?: () => HtmlRules;
  /** Without it, the bodies have one of their own. */
  readonly highlighting?: Highlighting;
  /** Without them, no plugin has a say. */
  readonly filters?: () => PageFilters;
  readonly maxBytes?: number;
  /** Without it, the bodies have one of their own, with the limits of a server. */
  readonly thread?: MarkdownThread;
  readonly logger?: Logger;
}

/** A reader that records what an answer was made from is told of what it does not read itself. */
export interface PictureWitness {
  /** A plugin may have read any document for the answer. */
  noteAnything(): void;
  /** `path` is that in the content tree, whether a picture is there or not. */
  notePicture(path: string): void;
}

const noPictures: PictureReader = { describe: async () => new Map() };

/**
 * Bodies as HTML, kept by the hash of the history entry they were made from: the text behind a hash never changes. The
 * addresses of linked documents can, what the site allows of raw HTML, and what plugins do, so they are part of the key.
 * What is known of pictures is asked anew each time.
 */
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
   * Of the same parts, with a cache and threads of their own: for texts that are not public. They must not stay in what
   * readers are shown, and a hostile one must not hold up public pages. The threads are shared by all that are apart.
   */
  apart(): RenderedBodies {
    this.#threadsApart ??= { thread: new MarkdownThread(), highlighting: new CodeHighlighter() };
    return new RenderedBodies({
      ...this.#parts,
      ...this.#threadsApart,
      maxBytes: apartMaxBytes,
    });
  }

  /** Links lead where `published` says. With `baseUrl`, every address in the HTML is absolute. */
  async render(
    document: RenderableDocument,
    published: PublishedReader,
    baseUrl?: string,
  ): Promise<RenderedMarkdown> {
    const links = await this.#resolvedLinks(document, published);
    const filters = this.#parts.filters?.() ?? noFilters;
    if (dependsOnContent(document, filters)) noteAnything(published);
    const rendered = await this.#body(document, links, { baseUrl, filters });
    return withPictures(rendered, { describe: (paths) => this.describe(paths, published) });
  }

  /** What is known of pictures, which whoever reads by `published` is made from. */
  async describe(
    paths: readonly string[],
    published: PublishedReader,
  ): Promise<ReadonlyMap<string, Picture>> {
    if (isWitness(published)) paths.forEach((path) => published.notePicture(path));
    return paths.length === 0 ? new Map() : this.#pictures.describe(paths);
  }

  /** Every link and picture of a text, in its order; none of a text that takes too long to read. */
  async linksIn(body: string, path: string): Promise<readonly TextLink[]> {
    return (await this.#thread.run('linksOf', { body, path })) ?? [];
  }

  /** The first paragraph of a text as plain text, cut at a word; empty where none stands near the beginning. */
  async excerpt(body: string, length: number): Promise<string> {
    const opening = body.slice(0, openingLength);
    return (await this.#thread.run('excerpt', { body: opening, length })) ?? '';
  }

  async #body(
    document: RenderableDocument,
    links: ReadonlyMap<string, string>,
    { baseUrl, filters }: { readonly baseUrl: string | undefined; readonly filters: PageFilters },
  ): Promise<RenderedMarkdown> {
    const { hash, path, body, lang } = document;
    const html = this.#parts.html?.();
    const isKept = !dependsOnContent(document, filters);
    const made = [baseUrl ?? '', [...links], html, filters.key];
    const key = JSON.stringify([hash, path, lang, ...made]);
    const known = isKept ? this.#rendered.get(key) : undefined;
    if (known !== undefined) return known;
    const options = {
      path,
      links,
      ...(lang !== undefined && { lang }),
      ...(html !== undefined && { html }),
      ...(baseUrl !== undefined && { baseUrl }),
    };
    const { failures } = filters;
    const rendered = await renderBody(body, options, {
      thread: this.#thread,
      highlighting: this.#highlighting,
      filters,
    });
    if (rendered.isUnformatted) this.#logUnformatted(path);
    if (!isKept || filters.failures !== failures) return rendered;
    // A character takes two bytes at most in memory; keys and headings are small beside the text.
    this.#rendered.set(key, rendered, 2 * rendered.html.length + 1024);
    return rendered;
  }

  #logUnformatted(path: string): void {
    const repeated = this.#throttle.admit(path);
    if (repeated === undefined) return;
    this.#parts.logger?.warn('formatting a document took too long', { path, repeated });
  }

  async #resolvedLinks(
    document: RenderableDocument,
    published: PublishedReader,
  ): Promise<ReadonlyMap<string, string>> {
    return published.urlsOf(await this.#linksOf(document));
  }

  async #linksOf({ hash, path, body }: RenderableDocument): Promise<readonly string[]> {
    const key = JSON.stringify([hash, path]);
    const known = this.#links.get(key);
    if (known !== undefined) return known;
    // Nearly every document links to none, and reading it for that alone would double the work.
    if (!body.includes('.md')) return [];
    const links = (await this.#thread.run('linkedDocuments', { body, path })) ?? [];
    this.#links.set(key, links, 256 + 2 * links.join('').length);
    return links;
  }
}

function isWitness(published: PublishedReader): published is PublishedReader & PictureWitness {
  return 'notePicture' in published;
}

/** Tells a recording reader that any change of what is public outdates the answer. */
export function noteAnything(published: PublishedReader): void {
  if (isWitness(published)) published.noteAnything();
}

/** Whether a plugin that reads documents makes a part of this body: its hash alone does not say what comes of it. */
function dependsOnContent({ body }: RenderableDocument, filters: PageFilters): boolean {
  if (!filters.readsContent) return false;
  const mayHaveBlocks = filters.blocks.size > 0 && /:::|\{\{/.test(body);
  return mayHaveBlocks || filters.has('document.html');
}
