import { fieldError } from '@galley/kernel';
import {
  contentProblems,
  requireDocumentPath,
  termSlug,
  type PublishedDocument,
  type PublishedReader,
} from '@galley/content';
import { contract, type AnswerOf, type Operation, type QueryOf } from '@galley/contract';
import type { BuildInfo } from '@galley/service';
import { fillSharedValues, type SiteSettings } from '@galley/settings';
import { dataResponse, type RenderedBodies, type SiteResponse } from '@galley/site';
import { presentContent, presentPublished } from '../documents/present-document.ts';
import { readMirrorPath } from './platform-mirrors.ts';
import { pageOf, paging } from '../paging.ts';

export interface PlatformAnswersOptions {
  readonly settings: () => SiteSettings;
  readonly build: BuildInfo;
  readonly bodies: RenderedBodies;
}

export type MakeResponse = (published: PublishedReader) => Promise<SiteResponse>;

/** The public operations (content-platform, Public operations): published documents only. */
export class PlatformAnswers {
  readonly #options: PlatformAnswersOptions;

  constructor(options: PlatformAnswersOptions) {
    this.#options = options;
  }

  site(): Promise<AnswerOf<typeof contract.platform.site>> {
    const { title, description, url, language, languages, customFields } = this.#options.settings();
    return Promise.resolve({
      title,
      description,
      url,
      language,
      version: this.#options.build.version,
      build_time: this.#options.build.builtAt,
      languages: Object.keys(languages),
      fields: { ...fillSharedValues(customFields) },
    });
  }

  async content(
    published: PublishedReader,
    query: QueryOf<typeof contract.platform.content>,
  ): Promise<AnswerOf<typeof contract.platform.content>> {
    const document = await findPublished(published, query);
    const { html } = await this.#options.bodies.render(document, published);
    const { customFields } = this.#options.settings();
    return presentContent(document, { htmlBody: html, customFields });
  }

  async collections(
    published: PublishedReader,
    { page, page_size, taxonomy, q, ...filter }: QueryOf<typeof contract.platform.collections>,
  ): Promise<AnswerOf<typeof contract.platform.collections>> {
    const asked = paging(page, page_size, { default: 20, max: 100 });
    const query = { ...filter, ...asked, taxonomy: taxonomyFilter(taxonomy) };
    if (q !== undefined) {
      const found = await published.search({ ...query, q });
      const shown = found.items.map(({ document, highlight }) => ({
        ...presentPublished(document),
        highlight,
      }));
      return pageOf(shown, asked, found.total);
    }
    const { items, total } = await published.list(query);
    return pageOf(items.map(presentPublished), asked, total);
  }

  /** `undefined` for other paths and invalid queries. The function may reject like the operation. */
  find(path: string, query: URLSearchParams): MakeResponse | undefined {
    const mirrored = query.size === 0 ? readMirrorPath(path) : undefined;
    return mirrored ? this.#find(mirrored.path, mirrored.query) : this.#find(path, query);
  }

  #find(path: string, query: URLSearchParams): MakeResponse | undefined {
    switch (path) {
      case contract.platform.site.path:
        return this.#maker(contract.platform.site, query, () => this.site());
      case contract.platform.content.path:
        return this.#maker(contract.platform.content, query, (...asked) => this.content(...asked));
      case contract.platform.collections.path:
        return this.#maker(contract.platform.collections, query, (...asked) =>
          this.collections(...asked),
        );
      default:
        return undefined;
    }
  }

  #maker<O extends Operation>(
    { query: schema, answer }: O,
    query: URLSearchParams,
    make: (published: PublishedReader, query: QueryOf<O>) => Promise<AnswerOf<O>>,
  ): MakeResponse | undefined {
    const given = Object.fromEntries(query);
    // The schema would refuse a repeated parameter only if it saw both values; the operation itself answers.
    if (Object.keys(given).length !== query.size) return undefined;
    const parsed = schema?.safeParse(given) ?? { success: true, data: undefined };
    if (!parsed.success) return undefined;
    return async (published) => {
      const made = await make(published, parsed.data as QueryOf<O>);
      return dataResponse(JSON.stringify(answer.parse(made)));
    };
  }
}

async function findPublished(
  published: PublishedReader,
  { path, id, type, lang }: QueryOf<typeof contract.platform.content>,
): Promise<PublishedDocument> {
  if (path === undefined && id === undefined) {
    throw contentProblems.invalid_request(
      'Specify a document: ?path=posts/hello.md or ?id=en:post:hello.',
      {
        errors: [fieldError('path', 'exactly_one_required', { keys: ['path', 'id'] })],
      },
    );
  }
  if (path !== undefined) requireDocumentPath(path);
  const document = await (path === undefined
    ? published.findById(id!)
    : published.findByPath(path));
  const matches = [
    [id, document?.id],
    [type, document?.type],
    [lang, document?.lang],
  ].every(([asked, found]) => asked === undefined || asked === found);
  if (!document || !matches) throw contentProblems.not_found('No published document matches.');
  return document;
}

/** Parses `tags`, `tags:wood-type`, or the term as written, `tags:Wood type`. */
function taxonomyFilter(taxonomy: string | undefined) {
  if (taxonomy === undefined) return undefined;
  const at = taxonomy.indexOf(':');
  if (at < 0) return { name: taxonomy };
  return { name: taxonomy.slice(0, at), term: termSlug(taxonomy.slice(at + 1)) };
}
