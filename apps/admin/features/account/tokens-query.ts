import { queryOptions } from '@tanstack/react-query';
import { galley } from '../../lib/galley.ts';

export const tokensQuery = (username: string) =>
  queryOptions({
    queryKey: ['tokens', username],
    queryFn: ({ signal }) => galley.tokens.list({ username }, { signal }),
  });
