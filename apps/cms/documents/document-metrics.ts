import { MeasuresReadModel } from '@galley/content';
import type { Database } from '@galley/database';
import { unixSeconds, type MetricDefinition, type MetricsSource } from '@galley/http';
import type { Clock } from '@galley/kernel';

/** State of the content work; read from the database, so it is the same in every process. */
export const documentMetricDefinitions = {
  documents: {
    name: 'galley_documents',
    type: 'gauge',
    help: 'Documents by status, not counting the trash.',
    labels: ['status'],
  },
  unsettled: {
    name: 'galley_documents_unsettled',
    type: 'gauge',
    help: 'Documents with saved changes that are not yet in their files; stays above 0 only when the content tree is not writable.',
  },
  planned: {
    name: 'galley_schedule_planned_acts',
    type: 'gauge',
    help: 'Documents scheduled to be published or unpublished.',
  },
  overdue: {
    name: 'galley_schedule_overdue_acts',
    type: 'gauge',
    help: 'Documents whose scheduled publishing or unpublishing is overdue.',
  },
  overdueSeconds: {
    name: 'galley_schedule_overdue_seconds',
    type: 'gauge',
    help: 'Delay of the most overdue scheduled action; 0 if none is overdue.',
  },
  missed: {
    name: 'galley_schedule_missed_acts',
    type: 'gauge',
    help: 'Overdue scheduled actions that failed; the admin shows the reason.',
  },
  nextDue: {
    name: 'galley_schedule_next_due_timestamp_seconds',
    type: 'gauge',
    help: 'Time of the next scheduled action; absent without one.',
  },
  lastRun: {
    name: 'galley_schedule_last_run_timestamp_seconds',
    type: 'gauge',
    help: 'Time of the last scheduled action that was carried out; absent before the first one.',
  },
  unhandledEvents: {
    name: 'galley_events_unhandled',
    type: 'gauge',
    help: 'Approximate number of events that a consumer has not handled yet.',
    labels: ['consumer'],
  },
  eventsLag: {
    name: 'galley_events_lag_seconds',
    type: 'gauge',
    help: 'Age of the oldest event that a consumer has not handled yet; 0 when it has handled all.',
    labels: ['consumer'],
  },
  unreadNotifications: {
    name: 'galley_notifications_unread',
    type: 'gauge',
    help: 'Unread notifications.',
  },
} as const satisfies Record<string, MetricDefinition>;

const cacheLifetimeMs = 5_000;

export function documentMetrics({
  db,
  clock,
}: {
  readonly db: Database;
  readonly clock: Clock;
}): MetricsSource<keyof typeof documentMetricDefinitions> {
  const measures = new MeasuresReadModel(db);
  return {
    definitions: documentMetricDefinitions,
    isProjectWide: true,
    cacheLifetimeMs,
    async collect() {
      const now = clock.now();
      const found = await measures.read(now);
      const { planned, overdue, missed, unsettled, unreadNotifications, consumers } = found;
      const ofConsumers = (measure: (one: (typeof consumers)[number]) => number) =>
        consumers.map((one) => ({ labels: { consumer: one.consumer }, value: measure(one) }));
      return {
        planned,
        overdue,
        missed,
        unsettled,
        unreadNotifications,
        documents: Object.entries(found.documents).map(([status, value]) => ({
          labels: { status },
          value,
        })),
        overdueSeconds: secondsSince(found.overdueSince, now),
        nextDue: unixSeconds(found.nextDueAt),
        lastRun: unixSeconds(found.lastRunAt),
        unhandledEvents: ofConsumers(({ events }) => events),
        eventsLag: ofConsumers(({ since }) => secondsSince(since, now)),
      };
    },
  };
}

/** 0 for none; clamped to 0, since clocks may differ. */
function secondsSince(at: Date | null, now: Date): number {
  return at === null ? 0 : Math.max(0, now.getTime() - at.getTime()) / 1_000;
}

export const searchMetricDefinitions = {
  unsearchable: {
    name: 'galley_documents_unsearchable',
    type: 'gauge',
    help: 'Documents waiting to be indexed; search does not find them yet.',
  },
} as const satisfies Record<string, MetricDefinition>;

export function searchMetrics(filler: {
  readonly missing: number;
}): MetricsSource<keyof typeof searchMetricDefinitions> {
  return {
    definitions: searchMetricDefinitions,
    collect: () => ({ unsearchable: filler.missing }),
  };
}
