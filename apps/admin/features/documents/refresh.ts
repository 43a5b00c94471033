import type { DocumentStatus, PagedDocumentsResponse } from '@galley/sdk';
import type { InfiniteData } from '@tanstack/react-query';
import { queryClient } from '../../app/query-client.ts';

/** Has all that shows documents, or tells of them, look again, after something was done to some. */
export async function documentsChanged(): Promise<void> {
  const keys = ['documents', 'document-types', 'document-names', 'notifications'];
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}

/** Shows documents in their new state before the lists are read again, which may take a different time for each list. */
export function showStatus(paths: readonly string[], status: DocumentStatus): void {
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
