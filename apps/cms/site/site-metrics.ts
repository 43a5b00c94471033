import { samplesBy, type MetricDefinition, type MetricsSource } from '@galley/http';
import type { PublishedAnswers } from '@galley/site';

export const siteMetricDefinitions = {
  keptAnswers: {
    name: 'galley_kept_answers',
    type: 'gauge',
    help: 'Entries in the cache of public pages and data.',
  },
  keptBytes: {
    name: 'galley_kept_answers_bytes',
    type: 'gauge',
    help: 'Memory used by the cache.',
  },
  keptMaxBytes: {
    name: 'galley_kept_answers_max_bytes',
    type: 'gauge',
    help: 'Maximum memory of the cache (server.cache).',
  },
  keptRequests: {
    name: 'galley_kept_answers_requests_total',
    type: 'counter',
    help: 'Requests for public pages and data by cache result: hit, miss, or stale when the database was unreachable.',
    labels: ['result'],
  },
  keptDropped: {
    name: 'galley_kept_answers_dropped_total',
    type: 'counter',
    help: 'Evicted cache entries by cause: outdated after a change, displaced for lack of memory.',
    labels: ['cause'],
  },
  feedConnected: {
    name: 'galley_change_feed_connected',
    type: 'gauge',
    help: '1 while the process receives changes from the database; 0 disables the cache.',
  },
} as const satisfies Record<string, MetricDefinition>;

export function siteMetrics({
  answers,
  feed,
}: {
  readonly answers: Pick<PublishedAnswers, 'measures'>;
  readonly feed: { readonly isCurrent: boolean };
}): MetricsSource<keyof typeof siteMetricDefinitions> {
  return {
    definitions: siteMetricDefinitions,
    collect() {
      const { hits, misses, stale, outdated, displaced, ...kept } = answers.measures;
      return {
        keptAnswers: kept.answers,
        keptBytes: kept.bytes,
        keptMaxBytes: kept.maxBytes,
        keptRequests: samplesBy('result', { hit: hits, miss: misses, stale }),
        keptDropped: samplesBy('cause', { outdated, displaced }),
        feedConnected: Number(feed.isCurrent),
      };
    },
  };
}
