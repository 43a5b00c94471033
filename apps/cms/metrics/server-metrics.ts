import type { MetricDefinition, MetricSample, MetricsSource, RateLimits } from '@galley/http';

/** What this process has done since its start, and what it has in hand. */
export const serverMetrics = {
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
    help: '1 while the process hears of changes from the database; while it does not, it makes each answer anew.',
  },
  unsearchable: {
    name: 'galley_documents_unsearchable',
    type: 'gauge',
    help: 'Documents that are being made searchable, and that a search does not find until then.',
  },
  variants: {
    name: 'galley_media_variants_total',
    type: 'counter',
    help: 'Sizes and formats of pictures that were asked for and not there, by result: made, failed, or refused because too many waited.',
    labels: ['result'],
  },
  variantsWaiting: {
    name: 'galley_media_variants_waiting',
    type: 'gauge',
    help: 'Sizes and formats of pictures that wait to be made.',
  },
  builds: {
    name: 'galley_builds_total',
    type: 'counter',
    help: 'Builds of the static output by result: done or failed. Those of galley build are in no server.',
    labels: ['result'],
  },
  signIns: {
    name: 'galley_sign_ins_total',
    type: 'counter',
    help: 'Attempts to sign in by result: accepted, rejected for a wrong password or code, or throttled after too many.',
    labels: ['result'],
  },
  rateLimited: {
    name: 'galley_rate_limited_requests_total',
    type: 'counter',
    help: 'Requests that were refused because there were too many within a minute, by the limit: sign_in, public or session.',
    labels: ['limit'],
  },
  eventWaiters: {
    name: 'galley_run_event_waiters',
    type: 'gauge',
    help: 'Clients that wait for events of runs.',
  },
} as const satisfies Record<string, MetricDefinition>;

/** What tells of itself. */
export interface Measured {
  readonly answers: {
    readonly measures: Readonly<
      Record<
        'answers' | 'bytes' | 'maxBytes' | 'hits' | 'misses' | 'stale' | 'outdated' | 'displaced',
        number
      >
    >;
  };
  readonly feed: { readonly isCurrent: boolean };
  readonly searchFiller: { readonly missing: number };
  readonly mediaLibrary: {
    readonly measures: Readonly<Record<'made' | 'failed' | 'refused' | 'waiting', number>>;
  };
  readonly builds: { readonly counts: Readonly<Record<'done' | 'failed', number>> };
  readonly signIn: {
    readonly measures: Readonly<Record<'accepted' | 'rejected' | 'throttled', number>>;
  };
  readonly rateLimits: Pick<RateLimits, 'refused'>;
  readonly waitingRoom: { readonly taken: number };
}

export function tellServer(measured: Measured): MetricsSource<keyof typeof serverMetrics> {
  return {
    definitions: serverMetrics,
    collect() {
      const { answers, feed, searchFiller, mediaLibrary, builds, signIn, rateLimits, waitingRoom } =
        measured;
      const { hits, misses, stale, outdated, displaced, ...kept } = answers.measures;
      const { waiting, ...variants } = mediaLibrary.measures;
      const { signIn: sign_in, ...refused } = rateLimits.refused;
      return {
        keptAnswers: kept.answers,
        keptBytes: kept.bytes,
        keptMaxBytes: kept.maxBytes,
        keptRequests: by('result', { hit: hits, miss: misses, stale }),
        keptDropped: by('cause', { outdated, displaced }),
        feedConnected: Number(feed.isCurrent),
        unsearchable: searchFiller.missing,
        variants: by('result', variants),
        variantsWaiting: waiting,
        builds: by('result', builds.counts),
        signIns: by('result', signIn.measures),
        rateLimited: by('limit', { sign_in, ...refused }),
        eventWaiters: waitingRoom.taken,
      };
    },
  };
}

function by(label: string, counts: Readonly<Record<string, number>>): MetricSample[] {
  return Object.entries(counts).map(([name, value]) => ({ labels: { [label]: name }, value }));
}
