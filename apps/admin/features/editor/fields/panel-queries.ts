import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { galley } from '../../../lib/galley.ts';

export function addressQuery(
  path: string,
  given: { readonly slug: string; readonly date: string },
) {
  const { slug, date } = given;
  return queryOptions({
    queryKey: ['documents', 'address', path, slug, date],
    queryFn: ({ signal }) =>
      galley.documents.address(
        { path, ...(slug !== '' && { slug }), ...(date !== '' && { date }) },
        { signal, background: true },
      ),
    placeholderData: keepPreviousData,
  });
}

export function translationsQuery(path: string) {
  return queryOptions({
    queryKey: ['documents', 'translations', path],
    queryFn: ({ signal }) => galley.documents.translations({ path }, { signal, background: true }),
  });
}

export function authorsQuery(path: string, q: string) {
  return queryOptions({
    queryKey: ['documents', 'people', path, 'byline', q],
    queryFn: ({ signal }) =>
      galley.documents.people(
        { path, for: 'byline', ...(q !== '' && { q }) },
        { signal, background: true },
      ),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
