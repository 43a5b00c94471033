import { samplesBy, type MetricDefinition, type MetricsSource } from '@galley/http';
import type { PublishedAnswers } from '@galley/site';

/** Cached answers of this process, and the feed that invalidates them. */
export const siteMetricDefinitions = {
  keptAnswers: {
    name: 'galley_kept_answers',
    type: 'gauge',
    help: 'Public pages and data that are kept ready to be sent.',
  },
  keptBytes: {
    name: 'galley_kept_answers_bytes',
    type: 'gauge',
    help: 'Memory that they take.',
  },
  keptMaxBytes: {
    name: 'galley_kept_answers_max_bytes',
    type: 'gauge',
    help: 'Memory that they may take (server.cache).',
  },
  keptRequests: {
    name: 'galley_kept_answers_requests_total',
    type: 'counter',
    help: 'Requests for public pages and data by result: hit when the answer was kept, miss when it had to be made, stale when the database was away.',
    labels: ['result'],
  },
  keptDropped: {
    name: 'galley_kept_answers_dropped_total',
    type: 'counter',
    help: 'Kept answers that were dropped by cause: outdated when something changed, displaced for want of memory.',
    labels: ['cause'],
  },
  feedConnected: {
    name: 'galley_change_feed_connected',
    type: 'gauge',
    help: '1 while the process receives changes from the database; otherwise nothing is cached.',
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
