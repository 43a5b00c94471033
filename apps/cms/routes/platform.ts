import {
  collectionsOperation,
  contentOperation,
  siteOperation,
  type QueryOf,
} from '@galley/contract';
import {
  contentProblems,
  requireDocumentPath,
  termSlug,
  type PublishedDocument,
  type PublishedReader,
} from '@galley/content';
import type { OperationRouter } from '@galley/http';
import type { SiteSettings } from '@galley/settings';
import type { BuildInfo } from '@galley/service';
import { presentContent, presentPublished } from '../present-document.ts';
import { pageOf, paging } from './paging.ts';

export interface PlatformRoutes {
  readonly published: PublishedReader;
  readonly settings: () => SiteSettings;
  readonly build: BuildInfo;
  readonly renderBody: (document: PublishedDocument) => Promise<string>;
}

/** The public operations (content-platform, Public operations): published documents only. */
export function mountPlatform(router: OperationRouter, routes: PlatformRoutes): void {
  const { published, settings, build, renderBody } = routes;

  router.mount(siteOperation, async () => {
    const { title, description, url, language, languages } = settings();
    return Promise.resolve({
      title,
      description,
      url,
      language,
      version: build.version,
      build_time: null,
      languages: Object.keys(languages),
    });
  });

  router.mount(contentOperation, async ({ query }) => {
    const document = await findPublished(published, query);
    return presentContent(document, await renderBody(document));
  });

  router.mount(
    collectionsOperation,
    async ({ query: { page, page_size, taxonomy, ...filter } }) => {
      const asked = paging(page, page_size, { default: 20, max: 100 });
      const { items, total } = await published.list({
        ...filter,
        ...asked,
        taxonomy: taxonomyFilter(taxonomy),
      });
      return pageOf(items.map(presentPublished), asked, total);
    },
  );
}

async function findPublished(
  published: PublishedReader,
  { path, id, type, lang }: QueryOf<typeof contentOperation>,
): Promise<PublishedDocument> {
  if (path === undefined && id === undefined) {
    throw contentProblems.invalid_request(
      'Say which document: ?path=posts/hello.md, or ?id=en:post:hello.',
      {
        errors: [{ path: 'path', message: 'path or id is needed' }],
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
  if (!document || !matches)
    throw contentProblems.not_found('There is no published document like that.');
  return document;
}

/** `tags`, or `tags:wood-type`, or as people write the term, `tags:Wood type`. */
function taxonomyFilter(taxonomy: string | undefined) {
  if (taxonomy === undefined) return undefined;
  const at = taxonomy.indexOf(':');
  if (at < 0) return { name: taxonomy };
  return { name: taxonomy.slice(0, at), term: termSlug(taxonomy.slice(at + 1)) };
}
