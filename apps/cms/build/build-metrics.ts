import { samplesBy, unixSeconds, type MetricDefinition, type MetricsSource } from '@galley/http';
import type { Build } from '@galley/site';

/** State of the static builds in all processes. */
export const buildMetricDefinitions = {
  queued: {
    name: 'galley_builds_queued',
    type: 'gauge',
    help: 'Builds that wait; what is asked for while one waits is the same build.',
  },
  running: {
    name: 'galley_builds_running',
    type: 'gauge',
    help: 'Builds that are under way.',
  },
  failed: {
    name: 'galley_build_last_failed',
    type: 'gauge',
    help: '1 when the last build that ended has failed, else 0; absent before the first.',
  },
  seconds: {
    name: 'galley_build_last_duration_seconds',
    type: 'gauge',
    help: 'How long the last build took that went well.',
  },
  lastSuccess: {
    name: 'galley_build_last_success_timestamp_seconds',
    type: 'gauge',
    help: 'When the last build ended that went well.',
  },
} as const satisfies Record<string, MetricDefinition>;

const freshMilliseconds = 5_000;

export function buildMetrics(builds: {
  list(): Promise<readonly Build[]>;
}): MetricsSource<keyof typeof buildMetricDefinitions> {
  return {
    definitions: buildMetricDefinitions,
    isOfProject: true,
    keptMilliseconds: freshMilliseconds,
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
    help: 'Builds of the static output by result: done or failed. Those of galley build are in no server.',
    labels: ['result'],
  },
} as const satisfies Record<string, MetricDefinition>;

export function madeBuildsMetrics(builds: {
  readonly counts: Readonly<Record<'done' | 'failed', number>>;
}): MetricsSource<keyof typeof madeBuildsMetricDefinitions> {
  return {
    definitions: madeBuildsMetricDefinitions,
    collect: () => ({ builds: samplesBy('result', builds.counts) }),
  };
}
