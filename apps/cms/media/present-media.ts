import {
  encodePath,
  thumbnailAddress,
  type MediaRecord,
  type MediaTrashEntry,
  type MediaVersion,
  type PendingMedia,
} from '@galley/media';

export function presentMedia(record: MediaRecord) {
  const { path, name, type, size, width, height, sha256: hash } = record;
  return {
    path,
    name,
    type,
    size,
    url: `/${encodePath(path)}`,
    // The public address shows the version before a pending change.
    thumbnail_url: record.state === 'pending' ? null : thumbnailAddress(record),
    uploaded_by: record.uploadedBy,
    uploaded_at: record.uploadedAt.toISOString(),
    metadata: { ...record.metadata, width, height, hash },
    exif: record.exif ?? {},
    metadata_revision: record.metadataRevision,
    missing_alt: record.isAltMissing,
    state: record.state,
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

export function presentPendingMedia(pending: PendingMedia, canReview: boolean) {
  const { path, change, hash, contributors, since } = pending;
  return {
    path,
    change,
    hash,
    since,
    contributors: [...contributors],
    can_review: canReview,
    changed_at: pending.changedAt,
    changes_requested: pending.requestedChanges,
    public: pending.publicVersion && presentVersion(pending.publicVersion),
    pending: pending.pendingVersion && presentVersion(pending.pendingVersion),
  };
}

function presentVersion({ sha256: hash, metadata, ...same }: MediaVersion) {
  return { ...same, hash, metadata: { ...metadata } };
}
