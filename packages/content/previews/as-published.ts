import type { IndexedDocument, ReadDocument } from '../document/document.ts';
import type { PublishedDocument } from '../published/published.ts';

export function asPublished(
  { place, metadata, body, revision }: ReadDocument,
  { hash, publishedAt }: Pick<PublishedDocument, 'hash' | 'publishedAt'>,
): PublishedDocument {
  const { scheduledPublishAt: _from, scheduledUnpublishAt: _until, ...shown } = metadata;
  const { key, ...named } = place;
  return {
    ...shown,
    ...named,
    translationKey: `${place.type}:${key}`,
    date: metadata.date ?? metadata.createdAt ?? publishedAt,
    hasOwnDate: metadata.date !== null,
    body,
    hash,
    revision,
    publishedAt,
    // `withByline` adds them.
    authorName: null,
    authorPictures: {},
    // A preview has no aliases and no version, because it is not public.
    aliases: [],
    version: 0,
  };
}

/** Unreadable files have no title or date. */
export function withKnownMetadata(
  document: ReadDocument,
  { metadata }: IndexedDocument,
): ReadDocument {
  return document.problem ? { ...document, metadata } : document;
}
