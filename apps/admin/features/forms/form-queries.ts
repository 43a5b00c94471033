import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';

export const formsQuery = queryOptions({
  queryKey: ['forms'],
  queryFn: ({ signal }) => galley.forms.list({}, { signal }),
});

export function entriesQuery(form: string) {
  return infiniteQueryOptions({
    queryKey: ['forms', 'entries', form],
    queryFn: ({ signal, pageParam }) =>
      galley.forms.entries({ form, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  });
}

export function invalidateForms(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['forms'] });
}
