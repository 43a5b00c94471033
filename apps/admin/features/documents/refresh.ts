import type { DocumentStatus, PagedDocumentsResponse } from '@galley/sdk';
import type { InfiniteData } from '@tanstack/react-query';
import { invalidateSubjects, queryClient } from '../../app/query-client.ts';

export async function invalidateDocuments(): Promise<void> {
  await invalidateSubjects([
    'documents',
    'document-types',
    'document-names',
    'notifications',
    'terms',
  ]);
}

/** Updates cached lists at once, because the refetch of each takes its own time. */
export function updateCachedStatus(paths: readonly string[], status: DocumentStatus): void {
  const changed = new Set(paths);
  queryClient.setQueriesData<InfiniteData<PagedDocumentsResponse>>(
    { queryKey: ['documents', 'list'] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.map((item) => (changed.has(item.path) ? { ...item, status } : item)),
        })),
      },
  );
}
