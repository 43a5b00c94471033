import { queryOptions } from '@tanstack/react-query';
import { galley } from '../../lib/galley.ts';

/** The documents that were changed last, and how many there are. */
export const recentQuery = queryOptions({
  queryKey: ['documents', 'recent'],
  queryFn: ({ signal }) =>
    galley.documents.list({ sort: 'updated_at', order: 'desc', limit: 8 }, { signal }),
});

export const scheduleQuery = queryOptions({
  queryKey: ['documents', 'schedule'],
  queryFn: ({ signal }) => galley.documents.schedule({}, { signal }),
  refetchInterval: 60_000,
});

export const ownedQuery = (author: string) =>
  queryOptions({
    queryKey: ['documents', 'owned', author],
    queryFn: ({ signal }) => galley.documents.list({ author, limit: 100 }, { signal }),
  });

export const assignedQuery = (assignee: string) =>
  queryOptions({
    queryKey: ['documents', 'assigned', assignee],
    queryFn: ({ signal }) => galley.documents.list({ assignee, limit: 100 }, { signal }),
  });

export const workingCopiesQuery = queryOptions({
  queryKey: ['documents', 'working-copies'],
  queryFn: ({ signal }) => galley.documents.workingCopies({}, { signal }),
});
