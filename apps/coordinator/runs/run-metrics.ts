import type { MetricDefinition, MetricsSource } from '@galley/http';
import { projectRunMetrics } from '@galley/run-api';
import type { SupervisionHealth, TickMeasures } from '@galley/runcoord';
import { buildInfoMetrics, loopMetrics, processMetrics } from '@galley/service';
import { supervisorMetrics } from '../supervisor/supervisor-watch.ts';

/** Each coordinator reports the runs that it ticks. */
export const runMetrics = {
  runs: {
    name: 'galley_runs',
    type: 'gauge',
    help: 'Runs that this coordinator ticks, by state after the last successful tick.',
    labels: ['state'],
  },
  failing: {
    name: 'galley_runs_failing',
    type: 'gauge',
    help: 'Runs of this coordinator whose last tick failed.',
  },
  degraded: {
    name: 'galley_coordinator_degraded',
    type: 'gauge',
    help: '1 while ticks fail or the list of runs cannot be read.',
  },
  ticks: {
    name: 'galley_run_ticks_total',
    type: 'counter',
    help: 'Ticks of all runs by result: done or failed.',
    labels: ['result'],
  },
  tickSeconds: {
    name: 'galley_run_tick_duration_seconds_total',
    type: 'counter',
    help: 'Total duration of these ticks.',
  },
  leases: {
    name: 'galley_run_leases_held',
    type: 'gauge',
    help: 'Runs whose lease this coordinator holds.',
  },
  turns: {
    name: 'galley_turns',
    type: 'gauge',
    help: 'Agent turns in these runs by state: waiting or in_flight.',
    labels: ['state'],
  },
} as const satisfies Record<string, MetricDefinition>;

export interface RunMetricsParts {
  readonly health: () => SupervisionHealth;
  readonly measures: () => TickMeasures;
  readonly leases: { readonly held: number };
}

export function tellRuns({
  health,
  measures,
  leases,
}: RunMetricsParts): MetricsSource<keyof typeof runMetrics> {
  return {
    definitions: runMetrics,
    collect() {
      const { status, runs: all } = health();
      const runs = all.filter(({ isElsewhere }) => !isElsewhere);
      const { done, failed, seconds, turns } = measures();
      const byState = Map.groupBy(runs, ({ state }) => state ?? 'unknown');
      return {
        runs: [...byState].map(([state, { length }]) => ({ labels: { state }, value: length })),
        failing: runs.filter(({ failures }) => failures > 0).length,
        degraded: Number(status === 'degraded'),
        ticks: [
          { labels: { result: 'done' }, value: done },
          { labels: { result: 'failed' }, value: failed },
        ],
        tickSeconds: seconds,
        leases: leases.held,
        turns: [
          { labels: { state: 'waiting' }, value: turns.waiting },
          { labels: { state: 'in_flight' }, value: turns.inFlight },
        ],
      };
    },
  };
}

type MetricDefinitions = Readonly<Record<string, MetricDefinition>>;

/** Metrics of requests and of the process are elsewhere. */
export const coordinatorMetrics: readonly MetricDefinition[] = [
  ...[
    processMetrics,
    loopMetrics,
    buildInfoMetrics,
    runMetrics,
    projectRunMetrics,
    supervisorMetrics,
  ],
].flatMap((definitions: MetricDefinitions) => Object.values(definitions));
