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

/** Reloads everything about these subjects: what is shown now, the rest when it is shown. */
export async function invalidateSubjects(
  subjects: readonly QuerySubject[],
  options: { readonly refetchType?: 'active' | 'none' } = {},
): Promise<void> {
  await Promise.all(
    subjects.map((subject) => queryClient.invalidateQueries({ queryKey: [subject], ...options })),
  );
}

/** Subjects of cached answers: the first part of their keys, which an invalidation names. */
export type QuerySubject =
  | 'account'
  | 'agents'
  | 'aiwriter'
  | 'approvals'
  | 'audit'
  | 'away'
  | 'backups'
  | 'capabilities'
  | 'claims'
  | 'comments'
  | 'comparison'
  | 'custom-fields'
  | 'deliberations'
  | 'document-names'
  | 'document-types'
  | 'documents'
  | 'editor'
  | 'mail'
  | 'forms'
  | 'mcp-client-request'
  | 'mcp-clients'
  | 'identities'
  | 'imports'
  | 'media'
  | 'memories'
  | 'messages'
  | 'notifications'
  | 'onboarding'
  | 'operations'
  | 'passkeys'
  | 'plugins'
  | 'preview'
  | 'proposal-read'
  | 'proposals'
  | 'questions'
  | 'review-count'
  | 'revision'
  | 'roles'
  | 'run-events'
  | 'runs'
  | 'session'
  | 'sign-in-options'
  | 'service-accounts'
  | 'sessions'
  | 'settings'
  | 'setup'
  | 'site'
  | 'system'
  | 'tasks'
  | 'terms'
  | 'themes'
  | 'tokens'
  | 'typography'
  | 'users'
  | 'webhooks'
  | 'worker-tokens';

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: readonly [QuerySubject, ...unknown[]];
  }
}
