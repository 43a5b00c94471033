import { statfs } from 'node:fs/promises';
import {
  samplesBy,
  type MetricDefinition,
  type MetricsSource,
  type RateLimits,
} from '@galley/http';
import type { Config } from '@galley/settings';
import { storageFolders } from './storage-check.ts';

export const storageMetricDefinitions = {
  available: {
    name: 'galley_storage_available_bytes',
    type: 'gauge',
    help: 'Free space of the disk of a project folder, by folder.',
    labels: ['storage'],
  },
  size: {
    name: 'galley_storage_size_bytes',
    type: 'gauge',
    help: 'Size of the disk of a project folder, by folder.',
    labels: ['storage'],
  },
} as const satisfies Record<string, MetricDefinition>;

export function storageMetrics({
  storage,
}: Pick<Config, 'storage'>): MetricsSource<keyof typeof storageMetricDefinitions> {
  const folders = Object.entries(storageFolders(storage));
  return {
    definitions: storageMetricDefinitions,
    isProjectWide: true,
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

export const rateLimitMetricDefinitions = {
  rateLimited: {
    name: 'galley_rate_limited_requests_total',
    type: 'counter',
    help: 'Requests refused by a rate limit, by limit: sign_in, public or session.',
    labels: ['limit'],
  },
} as const satisfies Record<string, MetricDefinition>;

export function rateLimitMetrics(
  limits: Pick<RateLimits, 'refused'>,
): MetricsSource<keyof typeof rateLimitMetricDefinitions> {
  return {
    definitions: rateLimitMetricDefinitions,
    collect() {
      const { signIn: sign_in, ...refused } = limits.refused;
      return { rateLimited: samplesBy('limit', { sign_in, ...refused }) };
    },
  };
}
