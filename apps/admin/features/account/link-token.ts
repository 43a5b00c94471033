import { useLocation, useSearch } from '@tanstack/react-router';

/** Token of the opened link, from the fragment, which browsers never send, or from `token`; empty if absent. */
export function useLinkToken(): string {
  const { hash } = useLocation();
  const { token }: { token?: unknown } = useSearch({ strict: false });
  const inFragment = hash.replace(/^#?(token=)?/, '');
  return (
    inFragment || (typeof token === 'string' || typeof token === 'number' ? String(token) : '')
  );
}
