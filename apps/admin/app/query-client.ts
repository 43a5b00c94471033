import { GalleyProblem, GalleyUnreachable } from '@galley/sdk';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { createStore } from '../lib/store.ts';

/** True while the last request could not reach the server; unreachable-notice.tsx shows it. */
export const isServerUnreachable = createStore(false);

/** Cache of server data. Retries are off here because the API client retries the requests that are safe to repeat. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (error instanceof GalleyUnreachable) isServerUnreachable.set(true);
      else if (error instanceof GalleyProblem) handleServerAnswer();
    },
    onSuccess: handleServerAnswer,
  }),
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 5000,
      refetchOnWindowFocus: (query) => !(query.state.error instanceof GalleyProblem),
      // The pages report an unreachable server; a browser that believes it is offline may still reach it.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** Refetches the queries that failed while the server was unreachable. */
function handleServerAnswer(): void {
  if (!isServerUnreachable.get()) return;
  isServerUnreachable.set(false);
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.error instanceof GalleyUnreachable,
  });
}
