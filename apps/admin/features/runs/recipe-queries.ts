import { queryOptions } from '@tanstack/react-query';
import { galley } from '../../lib/galley.ts';

/** Below `runs`, so that `refreshRuns` refreshes it. */
export function recipesQuery(id: string) {
  return queryOptions({
    queryKey: ['runs', id, 'recipes'],
    queryFn: ({ signal }) => galley.recipes.list({ id }, { signal }),
    refetchInterval: 30_000,
  });
}
