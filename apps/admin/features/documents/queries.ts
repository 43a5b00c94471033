import type { DocumentSummary, PagedDocumentsResponse } from '@galley/sdk';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { galley } from '../../lib/galley.ts';
import { personName } from '../../lib/person-name.ts';
import { listInput, type Filters } from './filters.ts';

export function documentsQuery(filters: Filters, pageSize: number) {
  const input = listInput(filters);
  return infiniteQueryOptions({
    queryKey: ['documents', 'list', pageSize, input],
    queryFn: ({ pageParam, signal }): Promise<PagedDocumentsResponse> =>
      galley.documents.list(
        { ...input, limit: pageSize, ...(pageParam !== '' && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    // A refetch loads all pages one after the other, so only short lists refetch on focus.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= 3,
  });
}

/** A document that changes between two page loads may be on both. */
export function uniqueDocuments(
  pages: readonly PagedDocumentsResponse[],
): readonly DocumentSummary[] {
  const byPath = new Map<string, DocumentSummary>();
  for (const { items } of pages)
    for (const item of items) if (!byPath.has(item.path)) byPath.set(item.path, item);
  return [...byPath.values()];
}

export const namesQuery = queryOptions({
  queryKey: ['document-names'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const { items } = await galley.documents.list({ limit: 200 }, { signal });
    const terms = [...new Set(items.flatMap(termsOf))].toSorted((a, b) => a.localeCompare(b));
    return { people: items.flatMap(peopleOf), terms, newest: items[0]?.path };
  },
});

export const peopleQuery = (path: string, q: string) =>
  queryOptions({
    queryKey: ['documents', 'people', path, q],
    queryFn: ({ signal }) => galley.documents.people({ path, ...(q && { q }) }, { signal }),
    placeholderData: keepPreviousData,
  });

function termsOf({ taxonomies }: DocumentSummary): string[] {
  return Object.entries(taxonomies).flatMap(([name, terms]) =>
    [terms].flat().map((term) => `${name}:${String(term)}`),
  );
}

function peopleOf(document: DocumentSummary): (readonly [username: string, name: string])[] {
  const { author, last_change: change, assignee, reviewer, names } = document;
  return [author, change?.author, assignee, reviewer].flatMap((username) =>
    username ? [[username, personName(names, username)] as const] : [],
  );
}

/** The type that most of the documents edited last have; null without documents. */
export const usualTypeQuery = queryOptions({
  queryKey: ['documents', 'usual-type'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<string | null> => {
    const input = { sort: 'updated_at', order: 'desc', limit: 100 } as const;
    const { items } = await galley.documents.list(input, { signal });
    return mostFrequent(items.map(({ type }) => type)) ?? null;
  },
});

function mostFrequent(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

export const workingCopiesQuery = queryOptions({
  queryKey: ['documents', 'working-copies'],
  queryFn: ({ signal }) => galley.documents.workingCopies({}, { signal }),
});

export const trashQuery = queryOptions({
  queryKey: ['documents', 'trash'],
  queryFn: ({ signal }) => galley.documents.trash({}, { signal }),
});
