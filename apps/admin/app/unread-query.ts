import { queryOptions } from '@tanstack/react-query';
import { galley } from '../lib/galley.ts';

/** Number of unread notifications and the newest of them, polled once a minute. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: ({ signal }) =>
    galley.notifications.list({ unread: 'true', limit: 1 }, { signal, background: true }),
  refetchInterval: 60_000,
});
