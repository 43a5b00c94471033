import { isProblem, type AuthSession, type CapabilitiesResponse } from '@galley/sdk';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { galley } from '../lib/galley.ts';
import { queryClient } from './query-client.ts';

/** Who is signed in, if anybody. Never stale by itself: whatever changes it says so. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<AuthSession> => {
    try {
      return await galley.auth.session({}, { signal, background: true });
    } catch (error) {
      if (isProblem(error, 'unauthenticated')) return nobody;
      throw error;
    }
  },
  staleTime: Infinity,
});

/** What this server can do, for whoever is signed in. */
export const capabilitiesQuery = queryOptions({
  queryKey: ['capabilities'],
  queryFn: ({ signal }): Promise<CapabilitiesResponse> =>
    galley.system.capabilities({}, { signal }),
  staleTime: 5 * 60_000,
});

/** Asks anew who is signed in, after it changed. */
export async function refreshSession(): Promise<AuthSession> {
  return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/** Who looks at the page. Only where somebody is signed in: below the frame of the app. */
export function useSession(): AuthSession {
  const { data } = useQuery(sessionQuery);
  return data ?? nobody;
}

const nobody: AuthSession = {
  authenticated: false,
  username: '',
  name: '',
  email: '',
  role: '',
  capabilities: [],
  mfa_complete: true,
};

/**
 * Whether somebody may do something: `documents.publish`. What they may do with their own documents alone
 * (`documents.write.own`) counts with `orOwn`; whether a document is theirs, the server decides.
 */
export function may(session: AuthSession, capability: string, orOwn = false): boolean {
  const { capabilities } = session;
  return (
    capabilities.includes('*') ||
    capabilities.includes(capability) ||
    (orOwn && capabilities.includes(`${capability}.own`))
  );
}
