import { GalleyProblem, GalleyUnreachable } from '@galley/sdk';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { createStore } from '../lib/store.ts';

export const isServerUnreachable = createStore(false);

/** No retries: the API client retries requests that are safe to repeat. */
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

function handleServerAnswer(): void {
  if (!isServerUnreachable.get()) return;
  isServerUnreachable.set(false);
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.error instanceof GalleyUnreachable,
  });
}
