import {
  documentNotFound,
  type PublishedDocument,
  type PublishedReader,
  type PublishedSummary,
} from '@galley/content';
import { fieldNames } from '@galley/kernel';
import { presentFields } from '../documents/present-fields.ts';
import { presentPublished } from '../documents/present-document.ts';

const personFields = fieldNames('writer', 'people');

interface PublicQuery {
  readonly type?: string | undefined;
  readonly lang?: string | undefined;
  readonly q?: string | undefined;
  readonly status?: string | undefined;
  readonly page: number;
  readonly pageSize: number;
}

/** Documents for blocks and filters: the published revisions, whatever the plugin's permissions. */
export class PublicDocuments {
  readonly #published: PublishedReader;

  constructor(published: PublishedReader) {
    this.#published = published;
  }

  /** Search is not available: `q`, and any `status` except published, find nothing. */
  async list({ type, lang, q, status = 'published', page, pageSize }: PublicQuery) {
    if (q !== undefined || status !== 'published')
      return { items: [], page, total: 0, has_more: false };
    const found = await this.#published.list({ type, lang, page, pageSize, sort: 'path' });
    const { items, total } = found;
    return { items: items.map(summaryOf), page, total, has_more: page * pageSize < total };
  }

  async get(path: string) {
    const document = await this.#find(path);
    const { params, body: content } = document;
    const { slug: _slug, ...written } = presentFields(document, personFields);
    return { ...summaryOf(document), frontmatter: { ...params, ...written }, content };
  }

  async body(path: string): Promise<string> {
    return (await this.#find(path)).body;
  }

  async #find(path: string): Promise<PublishedDocument> {
    const document = await this.#published.findByPath(path);
    if (!document) throw documentNotFound(path);
    return document;
  }
}

function summaryOf(document: PublishedSummary) {
  const published_revision = document.revision;
  return {
    ...presentPublished(document),
    status: 'published',
    is_public: true,
    published_revision,
  };
}
