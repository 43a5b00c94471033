import { MeasuresReadModel } from '@galley/content';
import type { Database } from '@galley/database';
import { unixSeconds, type MetricDefinition, type MetricsSource } from '@galley/http';
import type { Clock } from '@galley/kernel';

/** State of the content work; read from the database, so it is the same in every process. */
export const documentMetricDefinitions = {
  documents: {
    name: 'galley_documents',
    type: 'gauge',
    help: 'Documents by status, without those in the trash.',
    labels: ['status'],
  },
  unsettled: {
    name: 'galley_documents_unsettled',
    type: 'gauge',
    help: 'Documents whose files are yet to follow what was saved; more than 0 for longer only when the tree cannot be written.',
  },
  planned: {
    name: 'galley_schedule_planned_acts',
    type: 'gauge',
    help: 'Documents that are to be published or hidden at a time to come.',
  },
  overdue: {
    name: 'galley_schedule_overdue_acts',
    type: 'gauge',
    help: 'Documents whose time to be published or hidden has come, and that were not.',
  },
  overdueSeconds: {
    name: 'galley_schedule_overdue_seconds',
    type: 'gauge',
    help: 'For how long the one of these has been due whose time came first; 0 without any.',
  },
  missed: {
    name: 'galley_schedule_missed_acts',
    type: 'gauge',
    help: 'Those of the overdue that were tried and could not be done; the admin says why.',
  },
  nextDue: {
    name: 'galley_schedule_next_due_timestamp_seconds',
    type: 'gauge',
    help: 'When a document is to be published or hidden next; absent without a plan.',
  },
  lastRun: {
    name: 'galley_schedule_last_run_timestamp_seconds',
    type: 'gauge',
    help: 'When a document was published or hidden by the clock last; absent before the first time.',
  },
  unhandledEvents: {
    name: 'galley_events_unhandled',
    type: 'gauge',
    help: 'About how many events a consumer has not handled yet.',
    labels: ['consumer'],
  },
  eventsLag: {
    name: 'galley_events_lag_seconds',
    type: 'gauge',
    help: 'How long ago the oldest event happened that a consumer has not handled; 0 when it has handled all.',
    labels: ['consumer'],
  },
  unreadNotifications: {
    name: 'galley_notifications_unread',
    type: 'gauge',
    help: 'Notifications that people have not read.',
  },
} as const satisfies Record<string, MetricDefinition>;

const freshMilliseconds = 5_000;

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
    isOfProject: true,
    keptMilliseconds: freshMilliseconds,
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

/** Documents that this process has yet to make searchable. */
export const searchMetricDefinitions = {
  unsearchable: {
    name: 'galley_documents_unsearchable',
    type: 'gauge',
    help: 'Documents that are being made searchable, and that a search does not find until then.',
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
