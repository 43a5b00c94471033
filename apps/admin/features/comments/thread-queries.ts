import type { CommentThread } from '@galley/sdk';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';

export type ThreadFilter = 'open' | 'closed';

const pageSize = 100;

export const threadsQuery = (path: string, state: ThreadFilter) =>
  infiniteQueryOptions({
    queryKey: ['comments', path, state],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      galley.comments.list({ path, state, page: pageParam, limit: pageSize }, { signal }),
    getNextPageParam: ({ has_more: hasMore, page }) => (hasMore ? page + 1 : undefined),
  });

export function refreshThreads(path: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['comments', path] });
}

/** Accepting needs the words that the suggestion was made for. */
export function canAccept({ may_decide: mayDecide, passage }: CommentThread): boolean {
  return mayDecide && passage === 'found';
}
