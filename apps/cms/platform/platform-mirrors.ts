import type { PublishedSnapshot } from '@galley/content';
import { contract } from '@galley/contract';
import type { SiteSettings } from '@galley/settings';

export const platformBase = '/__platform/api';

/** Page size of mirrored collections: the default of `/collections`. */
const pageSize = 20;

interface PlatformQuery {
  /** Path of the operation, relative to the platform API. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/**
 * Maps the path of a mirror, relative to the platform API, to its request; `undefined` for other paths. Mirrors are
 * addresses without a query for the answers of public operations, so that a static build can store them as files:
 * `/site.json`; `/content/posts/hello.md.json`; `/collections/2.json`, `/collections/lang/en/type/post/1.json`,
 * `/collections/lang/en/taxonomy/tags:ink/1.json`.
 */
export function readMirrorPath(path: string): PlatformQuery | undefined {
  if (path === `${contract.platform.site.path}.json`) return asked(contract.platform.site.path, {});
  const content = /^\/content\/(.+)\.json$/.exec(path)?.[1];
  if (content !== undefined)
    return asked(contract.platform.content.path, { path: decoded(content) });
  const [, filters, page] =
    /^\/collections((?:\/[a-z]+\/[^/]+)*)\/([1-9]\d{0,8})\.json$/.exec(path) ?? [];
  if (filters === undefined || page === undefined) return undefined;
  const parts = filters.split('/').slice(1).map(decoded);
  const query: Record<string, string> = {};
  for (let at = 0; at < parts.length; at += 2) query[parts[at]!] = parts[at + 1]!;
  // Accepts filters in one order only, so that each mirror has one address.
  const names = Object.keys(query);
  const isOrdered = filterNames.filter((name) => names.includes(name)).join() === names.join();
  return isOrdered ? asked(contract.platform.collections.path, { ...query, page }) : undefined;
}

/** `undefined` for a request without a mirror. */
export function mirrorOf(path: string, query: URLSearchParams): string | undefined {
  if (query.size === 0 && readMirrorPath(path) !== undefined) return path;
  const given = Object.fromEntries(query);
  const names = Object.keys(given);
  // The operation refuses repeated parameters itself.
  if (names.length !== query.size) return undefined;
  if (path === contract.platform.site.path) return names.length === 0 ? `${path}.json` : undefined;
  if (path === contract.platform.content.path)
    return names.join() === 'path' ? contentPath(given.path!) : undefined;
  if (path !== contract.platform.collections.path) return undefined;
  const { page = '1', ...filter } = given;
  const isFilter = (name: string) => filterNames.some((one) => one === name);
  return Object.keys(filter).every(isFilter) && /^[1-9]\d{0,8}$/.test(page)
    ? collectionPath(filter, Number(page))
    : undefined;
}

const filterNames = ['lang', 'type', 'taxonomy'] as const;

function asked(path: string, query: Readonly<Record<string, string>>): PlatformQuery {
  return { path, query: new URLSearchParams(query) };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Paths are relative to the platform API; a mirror of a document also has the document's path. */
export async function* mirrorPaths(
  { languages, content, taxonomies }: SiteSettings,
  { documents, reader }: PublishedSnapshot,
): AsyncIterable<{ readonly path: string; readonly document?: string }> {
  yield { path: `${contract.platform.site.path}.json` };
  for (const { path: document } of documents) yield { path: contentPath(document), document };
  const pagesOf = (filter: Filter, total: number): readonly { readonly path: string }[] =>
    Array.from({ length: Math.max(1, Math.ceil(total / pageSize)) }, (_, index) => ({
      path: collectionPath(filter, index + 1),
    }));
  const pages = async (filter: Filter) =>
    pagesOf(filter, (await reader.list({ ...queryOf(filter), page: 1, pageSize: 1 })).total);
  yield* await pages({});
  for (const lang of Object.keys(languages)) {
    yield* await pages({ lang });
    for (const type of Object.keys(content.types)) yield* await pages({ lang, type });
    for (const taxonomy of Object.keys(taxonomies))
      for (const { slug, count } of await reader.terms(taxonomy, lang))
        if (slug !== '') yield* pagesOf({ lang, taxonomy: `${taxonomy}:${slug}` }, count);
  }
}

type Filter = Partial<Record<(typeof filterNames)[number], string>>;

function queryOf({ taxonomy, ...filter }: Filter) {
  if (taxonomy === undefined) return filter;
  const [name = '', term] = taxonomy.split(':');
  return { ...filter, taxonomy: { name, term } };
}

function contentPath(document: string): string {
  return `/content/${document.split('/').map(encodeURIComponent).join('/')}.json`;
}

function collectionPath(filter: Filter, page: number): string {
  const parts = filterNames.flatMap((name) =>
    filter[name] === undefined ? [] : [name, encodeURIComponent(filter[name])],
  );
  return ['/collections', ...parts, `${page}.json`].join('/');
}
