import type { DocumentSummary } from '@galley/sdk';
import { queryOptions } from '@tanstack/react-query';
import { galley } from '../../lib/galley.ts';

const maxShown = 100;

/** Longest waiting first. */
export const inReviewQuery = queryOptions({
  queryKey: ['documents', 'in-review'],
  queryFn: ({ signal }) =>
    galley.documents.list(
      { status: 'in_review', sort: 'updated_at', order: 'asc', limit: maxShown },
      { signal },
    ),
});

export const askedOfQuery = (reviewer: string) =>
  queryOptions({
    queryKey: ['documents', 'in-review', { reviewer }],
    queryFn: ({ signal }) =>
      galley.documents.list(
        { status: 'in_review', reviewer, sort: 'updated_at', order: 'asc', limit: maxShown },
        { signal },
      ),
  });

export interface Inbox {
  readonly forYou: readonly DocumentSummary[];
  readonly others: readonly DocumentSummary[];
  readonly waiting: readonly DocumentSummary[];
}

/** Owners, assignees and last editors cannot review a document. */
export function isOwn(
  { author, assignee, last_editor: editor }: DocumentSummary,
  username: string,
): boolean {
  return [author, assignee, editor].includes(username);
}

export function inboxOf(
  username: string,
  all: readonly DocumentSummary[],
  asked: readonly DocumentSummary[],
): Inbox {
  const isAsked = new Set(asked.map(({ id }) => id));
  const rest = all.filter(({ id }) => !isAsked.has(id));
  return {
    forYou: asked,
    others: rest.filter((document) => !isOwn(document, username)),
    waiting: rest.filter((document) => isOwn(document, username)),
  };
}
