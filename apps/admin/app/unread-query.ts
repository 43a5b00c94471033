import { queryOptions } from '@tanstack/react-query';
import { galley } from '../lib/galley.ts';

export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: ({ signal }) =>
    galley.notifications.list({ unread: 'true', limit: 1 }, { signal, background: true }),
});

/** Documents whose review is requested from the user. */
export const askedCountQuery = (reviewer: string) =>
  queryOptions({
    queryKey: ['review-count', reviewer],
    queryFn: ({ signal }) =>
      galley.documents.list(
        { status: 'in_review', reviewer, limit: 1 },
        { signal, background: true },
      ),
  });
