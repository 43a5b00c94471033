import type { MetricDefinition, MetricsSource } from '@galley/http';
import type { Ticker } from '@galley/kernel';

export const loopMetrics = {
  runs: {
    name: 'galley_loop_runs_total',
    type: 'counter',
    help: 'Runs of the loops beside the server, such as schedule-runner, by loop.',
    labels: ['loop'],
  },
  failures: {
    name: 'galley_loop_failures_total',
    type: 'counter',
    help: 'Failed runs of the loops beside the server; the log has the first error of each series.',
    labels: ['loop'],
  },
} as const satisfies Record<string, MetricDefinition>;

export function tellLoops(
  tickers: () => readonly Ticker[],
): MetricsSource<keyof typeof loopMetrics> {
  const samples = (count: 'runs' | 'failures') =>
    tickers().map(({ id, counts }) => ({ labels: { loop: id }, value: counts[count] }));
  return {
    definitions: loopMetrics,
    collect: () => ({ runs: samples('runs'), failures: samples('failures') }),
  };
}
