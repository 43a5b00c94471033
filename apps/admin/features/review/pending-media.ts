import { queryOptions } from '@tanstack/react-query';
import { galley } from '../../lib/galley.ts';

export const pendingMediaQuery = queryOptions({
  queryKey: ['media', 'pending'],
  queryFn: ({ signal }) => galley.media.pending({}, { signal }),
  refetchInterval: 10_000,
});
