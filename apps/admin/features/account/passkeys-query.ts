import { queryOptions } from '@tanstack/react-query';
import { invalidateSubjects } from '../../app/query-client.ts';
import { refreshSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';

export const passkeysQuery = (username: string) =>
  queryOptions({
    queryKey: ['passkeys', username],
    queryFn: ({ signal }) => galley.passkeys.list({ username }, { signal }),
  });

/** A change ends sessions; where a second factor is required, the last one must be replaced before anything else. */
export async function handlePasskeyChange(): Promise<void> {
  const session = await refreshSession();
  if (!session.mfa_complete) location.assign(new URL('factor-due', document.baseURI));
  else await invalidateSubjects(['passkeys', 'sessions', 'users']);
}
