import { queryOptions } from '@tanstack/react-query';
import { galley } from '../../lib/galley.ts';

/** Changes of media files that await approval, the oldest first. */
export const pendingMediaQuery = queryOptions({
  queryKey: ['media', 'pending'],
  queryFn: ({ signal }) => galley.media.pending({}, { signal }),
  refetchInterval: 10_000,
});
