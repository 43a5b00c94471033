import { queryOptions } from '@tanstack/react-query';
import { galley } from '../lib/galley.ts';

export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: ({ signal }) =>
    galley.notifications.list({ unread: 'true', limit: 1 }, { signal, background: true }),
  refetchInterval: 60_000,
});
