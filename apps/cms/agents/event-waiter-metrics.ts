import type { MetricDefinition, MetricsSource } from '@galley/http';

export const eventWaiterMetricDefinitions = {
  eventWaiters: {
    name: 'galley_run_event_waiters',
    type: 'gauge',
    help: 'Clients that wait for events of runs.',
  },
} as const satisfies Record<string, MetricDefinition>;

export function eventWaiterMetrics(waitingRoom: {
  readonly taken: number;
}): MetricsSource<keyof typeof eventWaiterMetricDefinitions> {
  return {
    definitions: eventWaiterMetricDefinitions,
    collect: () => ({ eventWaiters: waitingRoom.taken }),
  };
}
