import type { WorkingCopy } from '@galley/sdk';
import { queryOptions } from '@tanstack/react-query';
import {
  getEditable,
  requireEditable,
  type EditableDocument,
} from './session/editable-document.ts';
import { takeEarlyDocument } from '../../lib/early-document.ts';
import { galley } from '../../lib/galley.ts';
import { findBrowserCopy } from './session/browser-copy.ts';
import type { UnsavedText } from './session/editing-session.ts';

export interface OpenedDocument {
  readonly detail: EditableDocument;
  readonly copy: WorkingCopy | null;
}

/** Fetched once per opening: refetches must not disturb the typed text. */
export function openedDocumentQuery(path: string) {
  return queryOptions({
    queryKey: ['editor', path],
    queryFn: async ({ signal }): Promise<OpenedDocument> => {
      const early = await takeEarlyDocument(path);
      const detail = early ? requireEditable(early) : await getEditable(path, { signal });
      if (!detail.working_copy) return { detail, copy: null };
      const { working_copy: copy } = await galley.documents.workingCopy({ path }, { signal });
      return { detail, copy };
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** The newer of the working copies on the server and in the browser. */
export function findUnsavedText(
  { detail, copy }: OpenedDocument,
  username: string,
): UnsavedText | undefined {
  const there: UnsavedText | undefined = copy
    ? {
        content: copy.content,
        ...(copy.frontmatter && { frontmatter: copy.frontmatter }),
        baseRevision: copy.base_revision ?? detail.revision,
        at: copy.saved_at,
      }
    : undefined;
  const here = findBrowserCopy(username, detail.path);
  if (!here || !there) return here ?? there;
  return Date.parse(here.at) > Date.parse(there.at) ? here : there;
}
