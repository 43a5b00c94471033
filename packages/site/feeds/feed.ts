import type { PublishedDocument, PublishedQuery, PublishedSummary } from '@galley/content';
import { homePath } from '../languages.ts';
import { absoluteAddress, absoluteUrl, sectionPath, taxonomyPath } from '../pages/addresses.ts';
import { pictureView, typeLabel } from '../pages/document-view.ts';
import { listNewsTypes } from '../pages/list-pages.ts';
import { findTerm } from '../pages/term-page.ts';
import type { PageContext } from '../pages/page.ts';
import { listBylineAuthors, type BylineAuthor } from '../pages/profile-pictures.ts';
import type { FeedRoute } from '../pages/route.ts';
import { siteDescription, siteTitle } from '../pages/site-data.ts';
import { feedFormats, type FeedFormat } from './feed-formats.ts';

/** Addresses are absolute. */
export interface Feed {
  readonly lang: string;
  readonly title: string;
  readonly description: string;
  readonly home: string;
  readonly self: string;
  readonly siteTitle: string;
  /** 1970 for an empty feed. */
  readonly updated: Date;
  readonly items: readonly FeedItem[];
  readonly generator: { readonly name: 'Galley'; readonly version: string };
}

export interface FeedItem {
  readonly title: string;
  readonly url: string;
  readonly lang: string;
  readonly published: Date;
  readonly updated: Date;
  readonly authors: readonly BylineAuthor[];
  readonly terms: readonly string[];
  /** Plain text. */
  readonly summary: string | null;
  /** With absolute addresses; null for summaries only. */
  readonly html: string | null;
  readonly image: string | null;
}

interface FeedSource {
  readonly base: string;
  readonly title: string;
  readonly queries: readonly Pick<PublishedQuery, 'lang' | 'type' | 'taxonomy'>[];
}

const summaryLength = 300;

/** Newest, up to `feed.limit`; undefined for a term without documents. */
export async function loadFeed(
  context: PageContext,
  scope: FeedRoute,
  format: FeedFormat,
): Promise<Feed | undefined> {
  const { settings, version } = context;
  const { lang } = scope;
  const source = await sourceOf(context, scope);
  if (source === undefined) return undefined;
  const documents = await newestDocuments(context, source.queries);
  const latest = Math.max(0, ...documents.map((document) => changedAt(document).getTime()));
  return {
    lang,
    title: source.title,
    description: siteDescription(settings, lang),
    home: absoluteUrl(settings, source.base),
    self: absoluteUrl(settings, source.base + feedFormats[format].file),
    siteTitle: siteTitle(settings, lang),
    updated: new Date(latest),
    items: await Promise.all(documents.map((document) => feedItem(context, document))),
    generator: { name: 'Galley', version },
  };
}

async function sourceOf(context: PageContext, scope: FeedRoute): Promise<FeedSource | undefined> {
  const { settings } = context;
  const { lang } = scope;
  const within = (title: string) =>
    `${title} ${settings.seo.titleSeparator} ${siteTitle(settings, lang)}`;
  switch (scope.kind) {
    case 'home':
      return {
        base: homePath(settings, lang),
        title: siteTitle(settings, lang),
        queries: listNewsTypes(settings).map((type) => ({ type, lang })),
      };
    case 'section':
      return {
        base: sectionPath(settings, lang, scope.type),
        title: within(typeLabel(settings, lang, scope.type)),
        queries: [{ lang, type: scope.type }],
      };
    case 'term': {
      const { taxonomy } = scope;
      const term = await findTerm(context, scope);
      if (term === undefined) return undefined;
      return {
        base: `${taxonomyPath(settings, lang, taxonomy)}${term.slug}/`,
        title: within(term.name),
        queries: [{ lang, taxonomy: { name: taxonomy, term: term.slug } }],
      };
    }
  }
}

async function newestDocuments(
  { settings, published }: PageContext,
  queries: FeedSource['queries'],
): Promise<readonly PublishedDocument[]> {
  const { limit } = settings.feed;
  const lists = await Promise.all(
    queries.map((query) => published.list({ ...query, page: 1, pageSize: limit })),
  );
  const newest = lists
    .flatMap(({ items }) => items)
    .sort((a, b) => b.date.getTime() - a.date.getTime())
    .slice(0, limit);
  const documents = await Promise.all(newest.map(({ path }) => published.findByPath(path)));
  // Documents may be withdrawn between the two queries.
  return documents.filter((document) => document !== undefined);
}

async function feedItem(context: PageContext, document: PublishedDocument): Promise<FeedItem> {
  const { settings } = context;
  const url = absoluteUrl(settings, document.url);
  const image = pictureView(document, new Map())?.src;
  return {
    title: document.title,
    url,
    lang: document.lang,
    published: document.date,
    updated: changedAt(document),
    authors: listBylineAuthors(settings, document),
    terms: Object.values(document.taxonomies).flat(),
    summary: await selectSummary(context, document),
    html: await htmlOf(context, document, url),
    image: image === undefined ? null : absoluteAddress(settings, image),
  };
}

async function selectSummary(
  { settings, bodies }: PageContext,
  { summary, body }: PublishedDocument,
): Promise<string | null> {
  if (summary !== null || settings.feed.content === 'full') return summary;
  return bodies.excerpt(body, summaryLength);
}

async function htmlOf(
  { settings, bodies, published }: PageContext,
  document: PublishedDocument,
  url: string,
): Promise<string | null> {
  if (settings.feed.content === 'summary') return null;
  return (await bodies.render(document, published, url)).html;
}

export function changedAt({ date, updatedAt }: Pick<PublishedSummary, 'date' | 'updatedAt'>): Date {
  return updatedAt !== null && updatedAt > date ? updatedAt : date;
}
