import type { DocumentSummary, PagedDocumentsResponse } from '@galley/sdk';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { galley } from '../../lib/galley.ts';
import { listInput, type Filters } from './filters.ts';

const pageSize = 100;

/** The documents with these filters, page by page. */
export function documentsQuery(filters: Filters) {
  const input = listInput(filters);
  return infiniteQueryOptions({
    queryKey: ['documents', 'list', input],
    queryFn: ({ pageParam, signal }): Promise<PagedDocumentsResponse> =>
      galley.documents.list(
        { ...input, limit: pageSize, ...(pageParam !== '' && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    // All pages would be fetched again, one after the other: that is for short lists.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= 3,
  });
}

/** Each once: what changes between two pages may be on both. */
export function documentsIn(pages: readonly PagedDocumentsResponse[]): readonly DocumentSummary[] {
  const byPath = new Map<string, DocumentSummary>();
  for (const { items } of pages)
    for (const item of items) if (!byPath.has(item.path)) byPath.set(item.path, item);
  return [...byPath.values()];
}

export interface Choices {
  readonly types: readonly string[];
  readonly languages: readonly string[];
  readonly people: readonly string[];
}

/** What there is to choose from. Not everybody is told the people of a site: they are those of the newest changes. */
export const choicesQuery = queryOptions({
  queryKey: ['document-choices'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<Choices> => {
    const [{ items }, { types, languages }] = await Promise.all([
      galley.documents.list({ limit: 200 }, { signal }),
      galley.documents.types({}, { signal }),
    ]);
    const people = items.flatMap(({ author, last_editor: editor }) => [author, editor]);
    return {
      types: types.map(({ name }) => name),
      languages,
      people: sorted(people.filter((name) => name !== null && name !== '')),
    };
  },
});

function sorted(values: readonly (string | null)[]): string[] {
  return [...new Set(values as string[])].sort((one, other) => one.localeCompare(other));
}

export const unsavedQuery = queryOptions({
  queryKey: ['working-copies'],
  queryFn: ({ signal }) => galley.documents.workingCopies({}, { signal }),
});

export const trashQuery = queryOptions({
  queryKey: ['documents', 'trash'],
  queryFn: ({ signal }) => galley.documents.trash({}, { signal }),
});
