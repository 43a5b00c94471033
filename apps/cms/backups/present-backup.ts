import type { Backup } from '@galley/backup';

export function presentBackup({
  includeMedia,
  createdAt,
  createdBy,
  isEncrypted,
  ...backup
}: Backup) {
  return {
    ...backup,
    created_by: createdBy,
    created_at: createdAt.toISOString(),
    include_media: includeMedia,
    encrypted: isEncrypted,
  };
}
