import type { PublishedDocument, PublishedReader } from '@galley/content';
import { LruCache } from '../lru-cache.ts';
import {
  linkedDocuments,
  renderMarkdown,
  type RenderedMarkdown,
} from '../markdown/render-markdown.ts';

const defaultMaxBytes = 64 * 1024 * 1024;

/** What of a document its body's HTML is made of. */
export type RenderableDocument = Pick<PublishedDocument, 'hash' | 'path' | 'body'>;

/**
 * Bodies as HTML, kept by the hash of the history entry they were made from: the text behind a hash never changes. The
 * addresses of linked documents can, so they are part of the key.
 */
export class RenderedBodies {
  readonly #published: PublishedReader;
  readonly #rendered: LruCache<RenderedMarkdown>;
  readonly #links: LruCache<readonly string[]>;

  constructor(published: PublishedReader, maxBytes = defaultMaxBytes) {
    this.#published = published;
    this.#rendered = new LruCache(maxBytes);
    this.#links = new LruCache(maxBytes / 16);
  }

  /** With `baseUrl`, every address in the HTML is absolute. */
  async render(document: RenderableDocument, baseUrl?: string): Promise<RenderedMarkdown> {
    const links = await this.#resolvedLinks(document);
    const key = JSON.stringify([document.hash, document.path, baseUrl ?? '', [...links]]);
    const known = this.#rendered.get(key);
    if (known !== undefined) return known;
    const rendered = renderMarkdown(document.body, {
      path: document.path,
      resolveLink: (path) => links.get(path),
      ...(baseUrl === undefined ? {} : { baseUrl }),
    });
    // A character takes two bytes at most in memory; keys and headings are small beside the text.
    this.#rendered.set(key, rendered, 2 * rendered.html.length + 1024);
    return rendered;
  }

  async #resolvedLinks(document: RenderableDocument): Promise<ReadonlyMap<string, string>> {
    const addresses = new Map<string, string>();
    for (const path of this.#linksOf(document)) {
      const target = await this.#published.findByPath(path);
      if (target !== undefined) addresses.set(path, target.url);
    }
    return addresses;
  }

  #linksOf({ hash, path, body }: RenderableDocument): readonly string[] {
    const key = JSON.stringify([hash, path]);
    const known = this.#links.get(key);
    if (known !== undefined) return known;
    const links = linkedDocuments(body, path);
    this.#links.set(key, links, 256 + 2 * links.join('').length);
    return links;
  }
}
