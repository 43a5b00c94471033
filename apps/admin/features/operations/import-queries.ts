import type { ImportsRowsInput, SiteImport } from '@galley/sdk';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { createStore } from '../../lib/store.ts';

const pollIntervalMs = 10_000;
const fastPollIntervalMs = 700;

export const importQuery = queryOptions({
  queryKey: ['imports', 'current'],
  queryFn: ({ signal }) => galley.imports.current({}, { signal, background: true }),
  refetchInterval: ({ state }) =>
    isActive(state.data?.import ?? null) ? fastPollIntervalMs : pollIntervalMs,
});

export type RowFilter = Pick<ImportsRowsInput, 'show' | 'q'>;

/** `state` belongs to the key, since an import replaces the table of its dry run. */
export function rowsQuery({ id, state }: SiteImport, filter: RowFilter) {
  return infiniteQueryOptions({
    queryKey: ['imports', 'rows', id, state, filter],
    queryFn: ({ signal, pageParam }) =>
      galley.imports.rows({ id, ...filter, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ has_more: hasMore, page }) => (hasMore ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });
}

export function isActive(job: Pick<SiteImport, 'state'> | null): boolean {
  return job?.state === 'reading' || job?.state === 'importing';
}

export function invalidateImports(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['imports'] });
}

export interface ImportUpload {
  readonly name: string;
  /** 0 to 1. */
  readonly share: number;
  readonly controller: AbortController;
}

/** Continues while the user visits other pages; the browser asks before leaving the admin. */
export const importUpload = createStore<ImportUpload | null>(null);

/** Does nothing when the user cancels it. */
export async function uploadSource(
  file: File,
  format: SiteImport['format'] | undefined,
): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  importUpload.set({ name: file.name, share: 0, controller });
  addEventListener('beforeunload', preventUnload);
  try {
    await galley.imports.upload(
      { file, ...(format !== undefined && { format }) },
      {
        signal,
        onProgress: ({ sent, total = file.size }) =>
          importUpload.set({ name: file.name, share: total ? sent / total : 1, controller }),
      },
    );
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    importUpload.set(null);
    removeEventListener('beforeunload', preventUnload);
    await invalidateImports();
  }
}

function preventUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
