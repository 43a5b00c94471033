import { useQuery } from '@tanstack/react-query';
import { galley } from '../../lib/galley.ts';

/** What the site is called; empty until that is known. */
export function useSiteName(): string {
  const { data } = useQuery({
    queryKey: ['site'],
    queryFn: ({ signal }) => galley.platform.site({}, { signal, background: true }),
    staleTime: Infinity,
  });
  return data?.title ?? '';
}
