import { samplesBy, unixSeconds, type MetricDefinition, type MetricsSource } from '@galley/http';
import type { Build } from '@galley/site';

export const buildMetricDefinitions = {
  queued: {
    name: 'galley_builds_queued',
    type: 'gauge',
    help: 'Queued builds. Requests during the wait join the queued build.',
  },
  running: {
    name: 'galley_builds_running',
    type: 'gauge',
    help: 'Running builds.',
  },
  failed: {
    name: 'galley_build_last_failed',
    type: 'gauge',
    help: '1 if the last finished build failed, else 0; absent before the first build.',
  },
  seconds: {
    name: 'galley_build_last_duration_seconds',
    type: 'gauge',
    help: 'Duration of the last successful build.',
  },
  lastSuccess: {
    name: 'galley_build_last_success_timestamp_seconds',
    type: 'gauge',
    help: 'End time of the last successful build.',
  },
} as const satisfies Record<string, MetricDefinition>;

const cacheLifetimeMs = 5_000;

export function buildMetrics(builds: {
  list(): Promise<readonly Build[]>;
}): MetricsSource<keyof typeof buildMetricDefinitions> {
  return {
    definitions: buildMetricDefinitions,
    isProjectWide: true,
    cacheLifetimeMs,
    async collect() {
      const all = await builds.list();
      const having = (status: Build['status']) => all.filter((build) => build.status === status);
      const ended = [...having('done'), ...having('failed')].toSorted(
        (one, other) => endOf(other) - endOf(one),
      );
      const done = ended.find(({ status }) => status === 'done');
      return {
        queued: having('queued').length,
        running: having('building').length,
        failed: ended[0] ? Number(ended[0].status === 'failed') : null,
        seconds: done?.startedAt ? (endOf(done) - done.startedAt.getTime()) / 1_000 : null,
        lastSuccess: unixSeconds(done?.finishedAt),
      };
    },
  };
}

function endOf({ finishedAt }: Build): number {
  return finishedAt?.getTime() ?? 0;
}

export const madeBuildsMetricDefinitions = {
  builds: {
    name: 'galley_builds_total',
    type: 'counter',
    help: 'Builds of the static output by result: done or failed. Builds by the command galley build are not counted.',
    labels: ['result'],
  },
} as const satisfies Record<string, MetricDefinition>;

export function finishedBuildsMetrics(builds: {
  readonly counts: Readonly<Record<'done' | 'failed', number>>;
}): MetricsSource<keyof typeof madeBuildsMetricDefinitions> {
  return {
    definitions: madeBuildsMetricDefinitions,
    collect: () => ({ builds: samplesBy('result', builds.counts) }),
  };
}
