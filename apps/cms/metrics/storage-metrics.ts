import { statfs } from 'node:fs/promises';
import type { Backup } from '@galley/backup';
import type { MetricDefinition, MetricsSource } from '@galley/http';
import type { Config } from '@galley/settings';
import { storageFolders } from '../system/storage-check.ts';
import { timestamp } from './content-metrics.ts';

/** What is on the disks, and how much room there is. */
export const storageMetrics = {
  available: {
    name: 'galley_storage_available_bytes',
    type: 'gauge',
    help: 'Room on the disk that a folder of the project is on, by the folder.',
    labels: ['storage'],
  },
  size: {
    name: 'galley_storage_size_bytes',
    type: 'gauge',
    help: 'Size of the disk that a folder of the project is on, by the folder.',
    labels: ['storage'],
  },
} as const satisfies Record<string, MetricDefinition>;

export function tellStorage({
  storage,
}: Pick<Config, 'storage'>): MetricsSource<keyof typeof storageMetrics> {
  const folders = Object.entries(storageFolders(storage));
  return {
    definitions: storageMetrics,
    isOfProject: true,
    async collect() {
      const found = await Promise.all(
        folders.map(async ([name, folder]) => {
          const { bsize, bavail, blocks } = await statfs(folder);
          return { labels: { storage: name }, available: bavail * bsize, size: blocks * bsize };
        }),
      );
      return {
        available: found.map(({ labels, available: value }) => ({ labels, value })),
        size: found.map(({ labels, size: value }) => ({ labels, value })),
      };
    },
  };
}

export const backupMetrics = {
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

/** A look at the folder costs little, since what is known of a file is kept; but the folder may be far away. */
const backupsFreshMilliseconds = 15_000;

export function tellBackups(backups: {
  list(): Promise<readonly Backup[]>;
}): MetricsSource<keyof typeof backupMetrics> {
  return {
    definitions: backupMetrics,
    isOfProject: true,
    keptMilliseconds: backupsFreshMilliseconds,
    async collect() {
      const all = await backups.list();
      const [newest] = all;
      return {
        kept: all.length,
        bytes: all.reduce((sum, { size }) => sum + size, 0),
        lastSuccess: timestamp(newest?.createdAt),
        lastBytes: newest?.size ?? null,
      };
    },
  };
}
