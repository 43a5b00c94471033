import { queryOptions } from '@tanstack/react-query';
import { galley } from '../../lib/galley.ts';

export const sessionsQuery = (username: string) =>
  queryOptions({
    queryKey: ['sessions', username],
    queryFn: ({ signal }) => galley.sessions.list({ username }, { signal }),
  });
