import type {
  AnswerOf,
  collectionsOperation,
  contentOperation,
  getDocumentOperation,
  listDocumentsOperation,
} from '@galley/contract';
import {
  isClientKey,
  type HistoryEntry,
  type IndexedDocument,
  type PublishedDocument,
  type PublishedSummary,
  type Settled,
} from '@galley/content';

type WireSummary = AnswerOf<typeof listDocumentsOperation>['items'][number];
type WireDetail = AnswerOf<typeof getDocumentOperation>;
type WireContent = AnswerOf<typeof contentOperation>;
type WireCollectionItem = AnswerOf<typeof collectionsOperation>['items'][number];

/** What the API says of a document that people work on. */
export function presentSummary(document: IndexedDocument): WireSummary {
  const { metadata, place } = document;
  return {
    id: metadata.publicId,
    path: place.path,
    type: place.type,
    lang: place.lang,
    title: metadata.title,
    slug: metadata.slug,
    url: metadata.url,
    layout: metadata.layout,
    summary: metadata.summary,
    author: metadata.author,
    last_editor: metadata.lastEditor,
    date: time(metadata.date),
    taxonomies: { ...metadata.taxonomies },
    revision: document.revision,
    status: document.status,
    scheduled_publish_at: time(metadata.scheduledPublishAt),
    scheduled_unpublish_at: time(metadata.scheduledUnpublishAt),
    created_at: time(metadata.createdAt),
    updated_at: time(metadata.updatedAt),
    is_public: document.publicHash !== null,
    published_revision: document.publishedRevision,
    published_at: time(document.publishedAt),
    problem: document.problem,
  };
}

export function presentDetail({ indexed, current }: Settled, htmlBody: string): WireDetail {
  const { metadata } = indexed;
  return {
    ...presentSummary(indexed),
    html_body: htmlBody,
    raw_body: current.body,
    raw: current.text ?? '',
    frontmatter: Object.fromEntries(
      Object.entries(current.values).filter(([key]) => isClientKey(key)),
    ),
    fields: { ...metadata.fields },
    params: { ...metadata.params },
  };
}

export function presentHistoryEntry({ parentHash, at, ...entry }: HistoryEntry) {
  return { ...entry, parent_hash: parentHash, timestamp: at.toISOString() };
}

/** What the public sees of a document in a list. */
export function presentPublished(document: PublishedSummary): WireCollectionItem {
  return {
    id: document.id,
    path: document.path,
    type: document.type,
    lang: document.lang,
    title: document.title,
    slug: document.slug,
    url: document.url,
    layout: document.layout,
    summary: document.summary,
    author: document.author,
    last_editor: document.lastEditor,
    date: time(document.hasOwnDate ? document.date : null),
    taxonomies: { ...document.taxonomies },
    revision: document.revision,
    published_at: document.publishedAt.toISOString(),
  };
}

export function presentContent(document: PublishedDocument, htmlBody: string): WireContent {
  return {
    ...presentPublished(document),
    html_body: htmlBody,
    raw_body: document.body,
    fields: { ...document.fields },
    params: { ...document.params },
    created_at: time(document.createdAt),
    updated_at: time(document.updatedAt),
    published_at: document.publishedAt.toISOString(),
  };
}

function time(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
