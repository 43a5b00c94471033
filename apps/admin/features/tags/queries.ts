import type { DocumentSummary, Term } from '@galley/sdk';
import { queryOptions } from '@tanstack/react-query';
import { galley } from '../../lib/galley.ts';

export const termsQuery = (taxonomy: string) =>
  queryOptions({
    queryKey: ['terms', taxonomy],
    queryFn: ({ signal }) => galley.terms.list({ taxonomy }, { signal }),
  });

/** All documents with one of the spellings, by title. */
export const documentsOfTermsQuery = (taxonomy: string, terms: readonly Term[]) => {
  const spellings = terms.flatMap((term) => term.spellings);
  return queryOptions({
    queryKey: ['documents', 'of-terms', taxonomy, ...spellings],
    queryFn: async ({ signal }): Promise<readonly DocumentSummary[]> => {
      const byPath = new Map<string, DocumentSummary>();
      for (const spelling of spellings) {
        const query = { term: `${taxonomy}:${spelling}`, sort: 'title', limit: 200 } as const;
        for await (const found of galley.documents.list.all(query, { signal }))
          byPath.set(found.path, found);
      }
      return [...byPath.values()].toSorted((a, b) => a.title.localeCompare(b.title));
    },
    // The preview shows exactly what will be changed.
    staleTime: 0,
  });
};
