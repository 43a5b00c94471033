import type { DocumentComparison, DocumentDetail, DocumentHistoryEntry } from '@galley/sdk';
import { queryOptions } from '@tanstack/react-query';
import { getDocument, type DocumentWithFile } from '../../lib/documents.ts';
import { galley } from '../../lib/galley.ts';
import { allAdded } from './diff-rows.ts';

/** Limit of the search for the published and the approved revision. */
const maxEntries = 1000;

export const documentQuery = (path: string) =>
  queryOptions({
    queryKey: ['documents', 'reviewed', path],
    queryFn: ({ signal }) => getDocument(path, { signal }),
  });

export const historyQuery = (path: string) =>
  queryOptions({
    queryKey: ['documents', 'whole-history', path],
    queryFn: async ({ signal }) => {
      const entries: DocumentHistoryEntry[] = [];
      for await (const page of galley.documents.history.pages({ path, limit: 200 }, { signal })) {
        entries.push(...page);
        if (page.length < 200 || entries.length >= maxEntries) break;
      }
      return entries;
    },
  });

export const approvalsQuery = (path: string) =>
  queryOptions({
    queryKey: ['documents', 'approvals', path],
    queryFn: ({ signal }) => galley.documents.approvals({ path }, { signal }),
  });

/** `nothing` shows the whole text as new. */
export interface Base {
  readonly id: 'public' | 'approved' | 'nothing' | (string & {});
  /** Hash of a history entry; null for none. */
  readonly hash: string | null;
}

/** Hashes of history entries, `current`, or none on the left. */
export interface Sides {
  readonly path: string;
  readonly left: string | null;
  readonly right: string;
  /** Current document: the right side when the left is empty, and part of the cache key for `current`. */
  readonly detail?: DocumentWithFile;
}

export type ComparisonResult = Pick<
  DocumentComparison,
  'body_diff' | 'frontmatter_changes' | 'left' | 'right'
>;

export const comparisonQuery = ({ path, left, right, detail }: Sides) =>
  queryOptions({
    queryKey: ['comparison', path, left, right, detail?.revision],
    staleTime: Infinity,
    queryFn: async ({
      signal,
    }): Promise<Partial<ComparisonResult> & Omit<ComparisonResult, 'left' | 'right'>> => {
      if (left === null && detail) return newDocument(detail);
      const sides = left === null ? { right } : { left, right };
      return galley.documents.diff({ path, ...sides }, { signal });
    },
  });

function newDocument({ raw_body: body, frontmatter }: DocumentDetail) {
  return {
    body_diff: allAdded(body),
    frontmatter_changes: Object.entries(frontmatter).map(([field, after]) => ({
      field,
      kind: 'added' as const,
      before: null,
      after,
    })),
  };
}

export function availableBases(
  detail: DocumentDetail,
  history: readonly DocumentHistoryEntry[],
  approvals: readonly { readonly revision: string; readonly hash: string }[],
): Base[] {
  const { published_revision: published, revision } = detail;
  const isPublic = detail.is_public && published !== null;
  const shown = isPublic && history.find((entry) => entry.revision === published);
  const approved = approvals.find((receipt) => receipt.revision !== revision);
  return [
    ...(shown ? [{ id: 'public', hash: shown.hash }] : []),
    ...(approved ? [{ id: 'approved', hash: approved.hash }] : []),
    { id: 'nothing', hash: null },
  ];
}

export function textEntries(newestFirst: readonly DocumentHistoryEntry[]): DocumentHistoryEntry[] {
  return newestFirst.filter(({ revision }, place) => revision !== newestFirst[place + 1]?.revision);
}
