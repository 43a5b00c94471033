import {
  encodePath,
  thumbnailAddress,
  type MediaRecord,
  type MediaTrashEntry,
} from '@galley/media';

export function presentMedia(record: MediaRecord) {
  const { path, name, type, size, width, height, sha256: hash } = record;
  return {
    ...{ path, name, type, size },
    url: `/${encodePath(path)}`,
    thumbnail_url: thumbnailAddress(record),
    uploaded_by: record.uploadedBy,
    uploaded_at: record.uploadedAt.toISOString(),
    metadata: { ...record.metadata, width, height, hash },
    exif: record.exif ?? {},
    metadata_revision: record.metadataRevision,
    missing_alt: record.isAltMissing,
    problem: record.problem,
  };
}

export function presentMediaTrash(entry: MediaTrashEntry) {
  const { originalPath, deletedBy, deletedAt, ...same } = entry;
  return {
    ...same,
    original_path: originalPath,
    deleted_by: deletedBy,
    deleted_at: deletedAt.toISOString(),
  };
}
