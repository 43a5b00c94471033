import { samplesBy, type MetricDefinition, type MetricsSource } from '@galley/http';
import type { PublishedAnswers } from '@galley/site';

/** Cached answers of this process, and the feed that invalidates them. */
export const siteMetricDefinitions = {
  keptAnswers: {
    name: 'galley_kept_answers',
    type: 'gauge',
    help: 'Cached responses of public pages and data.',
  },
  keptBytes: {
    name: 'galley_kept_answers_bytes',
    type: 'gauge',
    help: 'Memory used by the cache of public pages and data.',
  },
  keptMaxBytes: {
    name: 'galley_kept_answers_max_bytes',
    type: 'gauge',
    help: 'Memory limit of the cache of public pages and data (server.cache).',
  },
  keptRequests: {
    name: 'galley_kept_answers_requests_total',
    type: 'counter',
    help: 'Requests for public pages and data by result: hit (cached), miss (rendered), or stale (cached, while the database was unavailable).',
    labels: ['result'],
  },
  keptDropped: {
    name: 'galley_kept_answers_dropped_total',
    type: 'counter',
    help: 'Removed cache entries by cause: outdated (content changed) or displaced (memory limit).',
    labels: ['cause'],
  },
  feedConnected: {
    name: 'galley_change_feed_connected',
    type: 'gauge',
    help: '1 while the process receives changes from the database; otherwise caching is disabled.',
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
