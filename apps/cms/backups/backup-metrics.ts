import type { Backup } from '@galley/backup';
import { unixSeconds, type MetricDefinition, type MetricsSource } from '@galley/http';

export const backupMetricDefinitions = {
  kept: { name: 'galley_backups', type: 'gauge', help: 'Backups that are kept.' },
  bytes: { name: 'galley_backups_bytes', type: 'gauge', help: 'Size of all of them together.' },
  lastSuccess: {
    name: 'galley_backup_last_success_timestamp_seconds',
    type: 'gauge',
    help: 'When the newest backup was made that is kept; absent without any.',
  },
  lastBytes: {
    name: 'galley_backup_last_size_bytes',
    type: 'gauge',
    help: 'Size of the newest backup that is kept.',
  },
} as const satisfies Record<string, MetricDefinition>;

/** Listing the folder is cheap, since known files are cached; but the folder may be on a remote disk. */
const backupsFreshMilliseconds = 15_000;

export function backupMetrics(backups: {
  list(): Promise<readonly Backup[]>;
}): MetricsSource<keyof typeof backupMetricDefinitions> {
  return {
    definitions: backupMetricDefinitions,
    isOfProject: true,
    keptMilliseconds: backupsFreshMilliseconds,
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
