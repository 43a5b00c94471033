import type { DocumentSummary } from '@galley/sdk';
import { queryOptions } from '@tanstack/react-query';
import { galley } from '../../lib/galley.ts';

export const recentQuery = queryOptions({
  queryKey: ['documents', 'recent'],
  queryFn: ({ signal }) =>
    galley.documents.list({ sort: 'updated_at', order: 'desc', limit: 8 }, { signal }),
});

export const scheduleQuery = queryOptions({
  queryKey: ['documents', 'schedule'],
  queryFn: ({ signal }) => galley.documents.schedule({}, { signal }),
});

/** Days as `YYYY-MM-DD`, both included. */
export const calendarQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['documents', 'calendar', from, to],
    queryFn: ({ signal }) => galley.documents.calendar({ from, to }, { signal }),
  });

const unfinished = ['draft', 'in_review', 'scheduled'] as const;

/** Newest change first. */
export const unfinishedQuery = (username: string, limit: number) =>
  queryOptions({
    queryKey: ['documents', 'unfinished', username, limit],
    queryFn: async ({ signal }): Promise<DocumentSummary[]> => {
      const asked = unfinished.flatMap((status) => [
        { status, author: username, limit },
        { status, assignee: username, limit },
      ]);
      const pages = await Promise.all(asked.map((one) => galley.documents.list(one, { signal })));
      const byPath = new Map(pages.flatMap(({ items }) => items).map((one) => [one.path, one]));
      const changedAt = ({ updated_at: at }: DocumentSummary) => Date.parse(at ?? '') || 0;
      return [...byPath.values()]
        .sort((one, other) => changedAt(other) - changedAt(one))
        .slice(0, limit);
    },
  });
