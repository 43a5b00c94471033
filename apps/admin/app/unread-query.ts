import { queryOptions } from '@tanstack/react-query';
import { galley } from '../lib/galley.ts';

/** How many notifications are unread, and the newest of them: asked for once a minute. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: ({ signal }) =>
    galley.notifications.list({ unread: 'true', limit: 1 }, { signal, background: true }),
  refetchInterval: 60_000,
});
