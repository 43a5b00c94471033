import { isProblem, type AuthSession, type CapabilitiesResponse } from '@galley/sdk';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { personTimeZone } from '../lib/format.ts';
import { galley } from '../lib/galley.ts';
import { queryClient } from './query-client.ts';

/** Never goes stale on a timer: code that changes the session invalidates it. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<AuthSession> => {
    try {
      const session = await galley.auth.session({}, { signal, background: true });
      personTimeZone.set(session.time_zone ?? '');
      return session;
    } catch (error) {
      if (isProblem(error, 'unauthenticated')) return signedOutSession;
      throw error;
    }
  },
  staleTime: Infinity,
});

/** Ways in for people who cannot sign in, or do not have a password yet. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => galley.auth.options({}, { signal, background: true }),
  staleTime: 5 * 60_000,
});

export const capabilitiesQuery = queryOptions({
  queryKey: ['capabilities'],
  queryFn: ({ signal }): Promise<CapabilitiesResponse> =>
    galley.system.capabilities({}, { signal }),
  staleTime: 5 * 60_000,
});

export async function refreshSession(): Promise<AuthSession> {
  return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/** Loads a new page, since the open one would still ask for data and keeps what it has cached. */
export function showSignIn(notice: 'signed-out' | 'account-deleted'): void {
  location.assign(new URL(`sign-in?notice=${notice}`, document.baseURI));
}

/** Use it only below the frame of the app, where a user is signed in. */
export function useSession(): AuthSession {
  const { data } = useQuery(sessionQuery);
  return data ?? signedOutSession;
}

const signedOutSession: AuthSession = {
  authenticated: false,
  username: '',
  name: '',
  email: '',
  role: '',
  capabilities: [],
  mfa_complete: true,
};

/** With `orOwn`, `documents.write.own` counts as `documents.write`; the server decides whose document it is. */
export function hasCapability(session: AuthSession, capability: string, orOwn = false): boolean {
  const { capabilities } = session;
  return (
    capabilities.includes('*') ||
    capabilities.includes(capability) ||
    (orOwn && capabilities.includes(`${capability}.own`))
  );
}
