import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import type { CalendarFeeds } from '../calendar/calendar-feeds.ts';

/** ADD-CAL-4 */
export function calendarFeedHandlers(
  feeds: CalendarFeeds,
): Pick<
  Module<typeof contract.account>,
  'calendarFeed' | 'createCalendarFeed' | 'deleteCalendarFeed'
> {
  return {
    calendarFeed: async ({ actor: { username } }) => {
      const createdAt = await feeds.createdAt(username);
      return { created_at: createdAt?.toISOString() ?? null };
    },

    createCalendarFeed: async ({ actor: { username }, note }) => {
      note({ target: username });
      const { address, createdAt } = await feeds.create(username);
      return { address, created_at: createdAt.toISOString() };
    },

    deleteCalendarFeed: async ({ actor: { username }, note }) => {
      note({ target: username });
      await feeds.remove(username);
      return { ok: true };
    },
  };
}
