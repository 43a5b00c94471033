import { useQuery } from '@tanstack/react-query';
import { galley } from '../../lib/galley.ts';

export function useSiteName(): string {
  const { data } = useQuery({
    queryKey: ['site'],
    queryFn: ({ signal }) => galley.platform.site({}, { signal, background: true }),
    staleTime: Infinity,
  });
  return data?.title ?? '';
}
