import { maxCalendarEntries, type Deadline, type DeadlineService } from '@galley/content';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import type { SiteSettings } from '@galley/settings';

export interface CalendarServices {
  readonly deadlines: DeadlineService;
  readonly settings: () => Pick<SiteSettings, 'timeZone'>;
}

export function calendarHandlers({
  deadlines,
  settings,
}: CalendarServices): Pick<
  Module<typeof contract.documents>,
  'calendar' | 'deadline' | 'setDeadline'
> {
  return {
    calendar: async ({ actor, query }) => {
      const { today, entries } = await deadlines.calendar(actor, query);
      return {
        today,
        time_zone: settings().timeZone,
        items: entries.map(({ at, isOverdue, ...entry }) => ({
          ...entry,
          at: at?.toISOString() ?? null,
          is_overdue: isOverdue,
        })),
        is_complete: entries.length < maxCalendarEntries,
      };
    },

    deadline: async ({ actor, query: { path } }) => ({
      path,
      deadline: presentDeadline(await deadlines.find(actor, path)),
    }),

    setDeadline: async ({ actor, body: { path, due_on: dueOn }, note }) => {
      note({ details: { due_on: dueOn } });
      return { path, deadline: presentDeadline(await deadlines.set(actor, path, dueOn)) };
    },
  };
}

function presentDeadline(deadline: Deadline | undefined) {
  if (!deadline) return null;
  const { dueOn, setBy, setAt } = deadline;
  return { due_on: dueOn, set_by: setBy, set_at: setAt.toISOString() };
}
