import { useLocation, useSearch } from '@tanstack/react-router';

/**
 * The token of a link that was opened: in its fragment, which is sent nowhere, or in `token`; empty where there is none.
 */
export function useLinkToken(): string {
  const { hash } = useLocation();
  const { token }: { token?: unknown } = useSearch({ strict: false });
  const inFragment = hash.replace(/^#?(token=)?/, '');
  return (
    inFragment || (typeof token === 'string' || typeof token === 'number' ? String(token) : '')
  );
}
