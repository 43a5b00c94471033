import type { Backup } from '@galley/backup';
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
} as const satisfies Record<string, MetricDefinition>;

/** Listing the folder is cheap, since known files are cached; but the folder may be on a remote disk. */
const backupsCacheLifetimeMs = 15_000;

export function backupMetrics(backups: {
  list(): Promise<readonly Backup[]>;
}): MetricsSource<keyof typeof backupMetricDefinitions> {
  return {
    definitions: backupMetricDefinitions,
    isProjectWide: true,
    cacheLifetimeMs: backupsCacheLifetimeMs,
    async collect() {
      const all = await backups.list();
      const [newest] = all;
      return {
        kept: all.length,
        bytes: all.reduce((sum, { size }) => sum + size, 0),
        lastSuccess: unixSeconds(newest?.createdAt),
        lastBytes: newest?.size ?? null,
      };
    },
  };
}
