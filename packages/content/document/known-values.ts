import type { DocumentMetadata } from './document.ts';

/** The server's keys of a file that cannot be read, so that mending it by a raw save keeps its author. */
export function knownValues(metadata: DocumentMetadata): Readonly<Record<string, unknown>> {
  const values = {
    author: metadata.author,
    last_editor: metadata.lastEditor,
    created_at: metadata.createdAt?.toISOString() ?? null,
    updated_at: metadata.updatedAt?.toISOString() ?? null,
    scheduled_publish_at: metadata.scheduledPublishAt?.toISOString() ?? null,
    scheduled_unpublish_at: metadata.scheduledUnpublishAt?.toISOString() ?? null,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
