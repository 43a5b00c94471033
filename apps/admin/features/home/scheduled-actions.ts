import type { DocumentSchedule } from '@galley/sdk';
import { dayOf, type Day } from './calendar.ts';

export type ScheduledActions = DocumentSchedule['items'];

export function groupByDay(items: ScheduledActions): ReadonlyMap<Day, ScheduledActions> {
  return Map.groupBy(items, ({ due_at: at }) => dayOf(new Date(at)));
}
