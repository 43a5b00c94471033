import { GalleyProblem, GalleyUnreachable } from '@galley/sdk';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { createStore } from '../lib/store.ts';

/** Whether the server could not be reached when something was last asked of it; away-notice.tsx says so. */
export const isAway = createStore(false);

/** What was fetched. The client of the API sends again what may be sent again, so that nothing is tried twice here. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (error instanceof GalleyUnreachable) isAway.set(true);
      else if (error instanceof GalleyProblem) itAnswers();
    },
    onSuccess: itAnswers,
  }),
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 5000,
      refetchOnWindowFocus: (query) => !(query.state.error instanceof GalleyProblem),
      // Pages say themselves that the server is away; a browser that thinks it is offline may well reach it.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** What could not be fetched while it was away is fetched now. */
function itAnswers(): void {
  if (!isAway.get()) return;
  isAway.set(false);
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.error instanceof GalleyUnreachable,
  });
}
