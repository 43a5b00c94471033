import type { DocumentSchedule } from '@galley/sdk';
import { dayOf, type Day } from './calendar.ts';

export type Acts = DocumentSchedule['items'];

/** Groups scheduled actions by due day and keeps their order. */
export function byDay(items: Acts): ReadonlyMap<Day, Acts> {
  return Map.groupBy(items, ({ due_at: at }) => dayOf(new Date(at)));
}
