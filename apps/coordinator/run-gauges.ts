import type { MetricsGauge } from '@galley/http';
import type { SupervisionHealth } from '@galley/runcoord';

/** What a coordinator measures of the runs that it ticks; other coordinators tell of theirs. */
export function runGauges(health: () => SupervisionHealth): MetricsGauge[] {
  return [
    {
      name: 'galley_runs',
      help: 'Runs that this coordinator ticks, by their state after the last good tick',
      labels: ['state'],
      collect: () => {
        const states = health().runs.map(({ state }) => state ?? 'unknown');
        const counts = Map.groupBy(states, (state) => state);
        return [...counts].map(([state, { length }]) => ({ labels: { state }, value: length }));
      },
    },
    {
      name: 'galley_runs_failing',
      help: 'Runs of this coordinator whose last tick failed',
      collect: () => [{ value: health().runs.filter(({ failures }) => failures > 0).length }],
    },
    {
      name: 'galley_coordinator_degraded',
      help: '1 while ticks fail, or while it cannot be found out which runs there are',
      collect: () => [{ value: health().status === 'degraded' ? 1 : 0 }],
    },
  ];
}
