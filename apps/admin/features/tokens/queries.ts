import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { invalidateSubjects } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';

export const serviceAccountsQuery = queryOptions({
  queryKey: ['service-accounts'],
  queryFn: ({ signal }) => galley.serviceAccounts.list({}, { signal }),
});

/** In the background: a sign-in prompt would cover the dialog that needs the limits, which the server checks anyway. */
export const tokenLimitsQuery = queryOptions({
  queryKey: ['tokens', 'limits'],
  queryFn: ({ signal }) => galley.tokens.limits({}, { signal, background: true }),
});

export interface TokenFilter {
  readonly owner: string;
  readonly kind: 'all' | 'person' | 'service';
  /** Days as text, or empty. */
  readonly ends: string;
  readonly unused: string;
  readonly scope: string;
}

export const tokenOverviewQuery = ({ owner, kind, ends, unused, scope }: TokenFilter) =>
  infiniteQueryOptions({
    queryKey: ['tokens', 'overview', owner, kind, ends, unused, scope],
    queryFn: ({ signal, pageParam }) =>
      galley.tokens.overview(
        {
          ...(owner && { owner }),
          ...(kind !== 'all' && { kind }),
          ...(ends && { expires_within_days: ends }),
          ...(unused && { unused_days: unused }),
          ...(scope && { scope }),
          ...(pageParam && { before: pageParam }),
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  });

/** Accounts count their tokens. */
export function invalidateTokens(): Promise<void> {
  return invalidateSubjects(['tokens', 'service-accounts']);
}
