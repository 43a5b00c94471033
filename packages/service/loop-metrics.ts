import type { MetricDefinition, MetricsSource } from '@galley/http';
import type { Ticker } from '@galley/kernel';

export const loopMetrics = {
  runs: {
    name: 'galley_loop_runs_total',
    type: 'counter',
    help: 'Runs of background loops, such as schedule-runner, by loop.',
    labels: ['loop'],
  },
  failures: {
    name: 'galley_loop_failures_total',
    type: 'counter',
    help: 'Failed runs of background loops; the log has the first error of each series.',
    labels: ['loop'],
  },
} as const satisfies Record<string, MetricDefinition>;

export function createLoopMetrics(
  tickers: () => readonly Ticker[],
): MetricsSource<keyof typeof loopMetrics> {
  const samples = (count: 'runs' | 'failures') =>
    tickers().map(({ id, counts }) => ({ labels: { loop: id }, value: counts[count] }));
  return {
    definitions: loopMetrics,
    collect: () => ({ runs: samples('runs'), failures: samples('failures') }),
  };
}
