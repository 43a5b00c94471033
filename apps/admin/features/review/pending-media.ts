import { queryOptions } from '@tanstack/react-query';
import { galley } from '../../lib/galley.ts';

/** Media changes that await approval, oldest first. */
export const pendingMediaQuery = queryOptions({
  queryKey: ['media', 'pending'],
  queryFn: ({ signal }) => galley.media.pending({}, { signal }),
  refetchInterval: 10_000,
});
