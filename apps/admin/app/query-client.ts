import { GalleyProblem } from '@galley/sdk';
import { QueryClient } from '@tanstack/react-query';

/** What was fetched. The client of the API sends again what may be sent again, so that nothing is tried twice here. */
export const queryClient = new QueryClient({
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
