import type { DocumentSchedule } from '@galley/sdk';
import { dayOfInstant, type Day } from './calendar.ts';

export type ScheduledActions = DocumentSchedule['items'];

export function groupByDay(items: ScheduledActions): ReadonlyMap<Day, ScheduledActions> {
  return Map.groupBy(items, ({ due_at: at }) => dayOfInstant(new Date(at)));
}
