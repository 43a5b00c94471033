import type { MediaRow } from '@galley/database';
import {
  kindOf,
  type DescribedMedia,
  type MediaFacts,
  type MediaOrigin,
  type MediaRecord,
} from './media-record.ts';
import { folderOf, nameOf } from './store/media-path.ts';

/** Of the way in which files are read: another one, and all are read again. */
export const readingVersion = '1';

export function mediaRecord(row: MediaRow): MediaRecord {
  const { sidecar_stamp, metadata_revision, uploaded_by, uploaded_at, missing_alt, ...rest } = row;
  return {
    ...rest,
    state: 'public',
    // Written by this package alone.
    metadata: rest.metadata as unknown as DescribedMedia,
    sidecarStamp: sidecar_stamp,
    metadataRevision: metadata_revision,
    uploadedBy: uploaded_by,
    uploadedAt: uploaded_at,
    isAltMissing: missing_alt,
  };
}

/** A row of `media_files`, with who brought the file where that stands beside it. */
export function factsRow(path: string, facts: MediaFacts) {
  const { sidecarStamp, metadataRevision, isAltMissing, origin, ...same } = facts;
  return {
    ...same,
    path,
    folder: folderOf(path),
    name: nameOf(path),
    kind: kindOf(facts.type),
    sidecar_stamp: sidecarStamp,
    version: readingVersion,
    picture: jsonOrNull(facts.picture),
    metadata: JSON.stringify(facts.metadata),
    metadata_revision: metadataRevision,
    exif: jsonOrNull(facts.exif),
    missing_alt: isAltMissing,
    search: searchText(path, facts),
    ...(origin && originRow(origin)),
  };
}

export function originRow({ uploadedBy, uploadedAt }: MediaOrigin) {
  return { uploaded_by: uploadedBy, uploaded_at: uploadedAt };
}

function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** Name and metadata, for a search of parts of words in whatever case. */
export function searchText(path: string, { metadata }: Pick<MediaFacts, 'metadata'>): string {
  const { title, alt, caption, credit, tags } = metadata;
  const texts = [path.replace(/^media\//, ''), title, alt, caption, credit, tags].flat();
  return texts
    .filter((one) => typeof one === 'string')
    .join('\n')
    .normalize('NFC')
    .toLowerCase();
}
