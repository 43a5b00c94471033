import type { MediaItem } from '@galley/sdk';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { inputOf, type MediaFilters } from './media-filters.ts';

const pageSize = 100;

export function mediaListQuery(filters: MediaFilters) {
  return infiniteQueryOptions({
    queryKey: ['media', 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      galley.media.list({ ...inputOf(filters), page: pageParam, limit: pageSize }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.has_more ? last.page + 1 : undefined),
    placeholderData: keepPreviousData,
  });
}

export function mediaItemQuery(path: string) {
  return queryOptions({
    queryKey: ['media', 'item', path],
    queryFn: ({ signal }) => galley.media.get({ path }, { signal }),
  });
}

export const mediaFoldersQuery = queryOptions({
  queryKey: ['media', 'folders'],
  queryFn: ({ signal }) => galley.media.folders({}, { signal }),
});

export function mediaUsageQuery(path: string) {
  return queryOptions({
    queryKey: ['media', 'usage', path],
    queryFn: ({ signal }) => galley.media.usage({ path }, { signal }),
  });
}

export function mediaVersionsQuery(path: string) {
  return queryOptions({
    queryKey: ['media', 'versions', path],
    queryFn: ({ signal }) => galley.media.versions({ path }, { signal }),
  });
}

export const mediaTrashQuery = queryOptions({
  queryKey: ['media', 'trash'],
  queryFn: ({ signal }) => galley.media.trash({}, { signal }),
});

/** Skips the queries of `gone`, a file that no longer exists. */
export function refreshMedia(gone?: string): Promise<void> {
  return queryClient.invalidateQueries({
    queryKey: ['media'],
    predicate: ({ queryKey }) => gone === undefined || queryKey[2] !== gone,
  });
}

export async function cacheItem(item: MediaItem): Promise<void> {
  queryClient.setQueryData(mediaItemQuery(item.path).queryKey, (before) =>
    before ? { ...before, ...item } : before,
  );
  await queryClient.invalidateQueries({ queryKey: ['media'] });
}
