import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';

const pollIntervalMs = 5_000;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => galley.webhooks.list({}, { signal }),
  refetchInterval: pollIntervalMs,
});

export function deliveriesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['webhooks', 'deliveries', id],
    queryFn: ({ signal, pageParam }) =>
      galley.webhooks.deliveries({ id, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    refetchInterval: pollIntervalMs,
  });
}

export function invalidateWebhooks(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['webhooks'] });
}
