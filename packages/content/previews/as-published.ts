import type { IndexedDocument, ReadDocument } from '../document/document.ts';
import type { PublishedDocument } from '../published/published.ts';

/** What a document would be to the public: its text with the metadata that goes with it. */
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
    // Claims no other address, and never changes: it is not public.
    aliases: [],
    version: 0,
  };
}

/** A file that cannot be read says nothing of its title or date; then what was known of it is shown. */
export function withKnownMetadata(
  document: ReadDocument,
  { metadata }: IndexedDocument,
): ReadDocument {
  return document.problem ? { ...document, metadata } : document;
}
