import type { Backup, UploadState } from '@galley/backup';
import { unixSeconds, type MetricDefinition, type MetricsSource } from '@galley/http';

export const backupMetricDefinitions = {
  kept: { name: 'galley_backups', type: 'gauge', help: 'Number of stored backups.' },
  bytes: { name: 'galley_backups_bytes', type: 'gauge', help: 'Total size of all stored backups.' },
  lastSuccess: {
    name: 'galley_backup_last_success_timestamp_seconds',
    type: 'gauge',
    help: 'Creation time of the newest stored backup; absent without backups.',
  },
  lastBytes: {
    name: 'galley_backup_last_size_bytes',
    type: 'gauge',
    help: 'Size of the newest stored backup.',
  },
  lastUpload: {
    name: 'galley_backup_upload_last_success_timestamp_seconds',
    type: 'gauge',
    help: 'Creation time of the newest backup in the S3 bucket; absent without `backup.s3`, and before the first upload.',
  },
  uploadFailing: {
    name: 'galley_backup_upload_failing',
    type: 'gauge',
    help: '1 if the last attempt to upload backups to S3 failed, else 0; absent without `backup.s3`.',
  },
} as const satisfies Record<string, MetricDefinition>;

/** Listing the folder is cheap, since known files are cached; but the folder may be on a remote disk. */
const backupsCacheLifetimeMs = 15_000;

export function backupMetrics({
  backups,
  uploads,
}: {
  readonly backups: { list(): Promise<readonly Backup[]> };
  readonly uploads: { state(): Promise<UploadState> } | undefined;
}): MetricsSource<keyof typeof backupMetricDefinitions> {
  return {
    definitions: backupMetricDefinitions,
    isProjectWide: true,
    cacheLifetimeMs: backupsCacheLifetimeMs,
    async collect() {
      const all = await backups.list();
      const [newest] = all;
      const upload = await uploads?.state();
      return {
        kept: all.length,
        bytes: all.reduce((sum, { size }) => sum + size, 0),
        lastSuccess: unixSeconds(newest?.createdAt),
        lastBytes: newest?.size ?? null,
        lastUpload: unixSeconds(upload?.newest_at ? new Date(upload.newest_at) : undefined),
        uploadFailing: upload ? Number(upload.failed_at !== null) : null,
      };
    },
  };
}
