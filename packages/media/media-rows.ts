import type { MediaRow } from '@galley/database';
import {
  toMediaKind,
  type DescribedMedia,
  type MediaFacts,
  type MediaOrigin,
  type MediaRecord,
} from './media-record.ts';
import { folderOf, nameOf } from './store/media-path.ts';

/** Raising it rereads all files. */
export const readingVersion = '1';

export function toMediaRecord(row: MediaRow): MediaRecord {
  const { sidecar_stamp, metadata_revision, uploaded_by, uploaded_at, missing_alt, ...rest } = row;
  return {
    ...rest,
    state: 'public',
    // Only this package writes the column.
    metadata: rest.metadata as unknown as DescribedMedia,
    sidecarStamp: sidecar_stamp,
    metadataRevision: metadata_revision,
    uploadedBy: uploaded_by,
    uploadedAt: uploaded_at,
    isAltMissing: missing_alt,
  };
}

export function toFactsRow(path: string, facts: MediaFacts) {
  const { sidecarStamp, metadataRevision, isAltMissing, origin, ...same } = facts;
  return {
    ...same,
    path,
    folder: folderOf(path),
    name: nameOf(path),
    kind: toMediaKind(facts.type),
    sidecar_stamp: sidecarStamp,
    version: readingVersion,
    picture: toJsonOrNull(facts.picture),
    metadata: JSON.stringify(facts.metadata),
    metadata_revision: metadataRevision,
    exif: toJsonOrNull(facts.exif),
    missing_alt: isAltMissing,
    search: buildSearchText(path, facts),
    ...(origin && toOriginRow(origin)),
  };
}

export function toOriginRow({ uploadedBy, uploadedAt }: MediaOrigin) {
  return { uploaded_by: uploadedBy, uploaded_at: uploadedAt };
}

function toJsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** Lower-case, for substring search. */
export function buildSearchText(path: string, { metadata }: Pick<MediaFacts, 'metadata'>): string {
  const { title, alt, caption, credit, tags } = metadata;
  const texts = [path.replace(/^media\//, ''), title, alt, caption, credit, tags].flat();
  return texts
    .filter((one) => typeof one === 'string')
    .join('\n')
    .normalize('NFC')
    .toLowerCase();
}
