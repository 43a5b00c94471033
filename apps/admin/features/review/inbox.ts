import type { DocumentDetail, DocumentSummary } from '@galley/sdk';
import { queryOptions } from '@tanstack/react-query';
import { galley } from '../../lib/galley.ts';

/** So many are shown, the longest waiting first. */
const mostShown = 100;

/** Documents in review that the caller may read, the longest waiting first. */
export const inReviewQuery = queryOptions({
  queryKey: ['documents', 'in-review'],
  queryFn: ({ signal }) =>
    galley.documents.list(
      { status: 'in_review', sort: 'updated_at', order: 'asc', limit: mostShown },
      { signal },
    ),
});

/** Those of them that somebody was asked to review by name. */
export const askedOfQuery = (reviewer: string) =>
  queryOptions({
    queryKey: ['documents', 'in-review', { reviewer }],
    queryFn: ({ signal }) =>
      galley.documents.list(
        { status: 'in_review', reviewer, sort: 'updated_at', order: 'asc', limit: mostShown },
        { signal },
      ),
  });

/** Those that somebody works on. */
export const assignedToQuery = (assignee: string) =>
  queryOptions({
    queryKey: ['documents', 'in-review', { assignee }],
    queryFn: ({ signal }) =>
      galley.documents.list(
        { status: 'in_review', assignee, sort: 'updated_at', order: 'asc', limit: mostShown },
        { signal },
      ),
  });

/** Proposals of agents that wait for a person, of the workspace of the project. */
export const proposalsQuery = queryOptions({
  queryKey: ['proposals', 'in-review'],
  queryFn: ({ signal }) =>
    galley.proposals.list(
      { id: 'default', status: 'in_review', limit: 50 },
      { signal, background: true },
    ),
});

export interface Inbox {
  readonly forYou: readonly DocumentSummary[];
  readonly others: readonly DocumentSummary[];
  readonly waiting: readonly DocumentSummary[];
}

/** What waits for whom: nobody reviews what they own, work on, or edited last. */
export function inboxOf(
  username: string,
  all: readonly DocumentSummary[],
  found: {
    readonly asked: readonly DocumentSummary[];
    readonly assigned: readonly DocumentSummary[];
  },
): Inbox {
  const assigned = new Set(found.assigned.map(({ id }) => id));
  const asked = new Set(found.asked.map(({ id }) => id));
  const isOwn = ({ id, author, last_editor: editor }: DocumentSummary): boolean =>
    author === username || editor === username || assigned.has(id);
  const rest = all.filter(({ id }) => !asked.has(id));
  return {
    forYou: found.asked,
    others: rest.filter((document) => !isOwn(document)),
    waiting: rest.filter(isOwn),
  };
}

/** Who asked for the review that a document is in, and with which words. */
export function lastRequest({ editorial }: Pick<DocumentDetail, 'editorial'>) {
  return editorial.events.find(({ action }) => action === 'request_review');
}
