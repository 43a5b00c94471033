import type {
  ContentService,
  EditorialService,
  IndexedDocument,
  TrashService,
} from '@galley/content';
import type { contract } from '@galley/contract';
import { describeProblem, type Module, type Outcome } from '@galley/http';
import {
  changeStatus,
  changeTerms,
  deleteDocument,
  restoreDocument,
  statusIn,
} from './document-acts.ts';
import { presentEditorial } from './present-document.ts';

export interface BulkServices {
  readonly content: ContentService;
  readonly editorial: EditorialService;
  readonly trash: TrashService;
}

export function bulkHandlers({
  content,
  editorial,
  trash,
}: BulkServices): Pick<
  Module<typeof contract.documents>,
  'bulkStatus' | 'bulkAssign' | 'bulkTerms' | 'bulkDelete' | 'bulkRestore'
> {
  return {
    bulkStatus: async ({ actor, body: { paths, ...asked }, each }) =>
      presentBulkResult(
        await each(paths, async (path, note) => {
          const input = { path, ...statusIn(asked) };
          return (await changeStatus(editorial, input, { actor, note })).indexed;
        }),
        presentState,
      ),

    bulkAssign: async ({ actor, body: { paths, ...assignment }, each }) =>
      presentBulkResult(
        await each(paths, async (path, note) => {
          const input = { ...assignment, path, action: 'assign' } as const;
          const state = await editorial.act(actor, input);
          const { revision, status } = state.document.indexed;
          const { owner, assignee, reviewer } = presentEditorial(state);
          note({ details: { revision, status, owner, assignee, reviewer } });
          return state.document.indexed;
        }),
        presentState,
      ),

    bulkTerms: async ({ actor, body: { paths, ...terms }, each }) =>
      presentBulkResult(
        await each(paths, (path, note) =>
          changeTerms(content, { path, ...terms }, { actor, note }),
        ),
        presentState,
      ),

    bulkDelete: async ({ actor, body: { paths }, each }) =>
      presentBulkResult(
        await each(paths, (path, note) => deleteDocument(trash, { path }, { actor, note })),
        (trashPath) => ({ trash_path: trashPath ?? null }),
      ),

    bulkRestore: async ({ actor, body: { paths }, each }) =>
      presentBulkResult(
        await each(paths, (path, note) => restoreDocument(trash, path, { actor, note })),
        (document) => ({
          restored_path: document?.place.path ?? null,
          ...presentState(document),
        }),
      ),
  };
}

function presentState(document: IndexedDocument | undefined) {
  return { revision: document?.revision ?? null, status: document?.status ?? null };
}

function presentBulkResult<T, Wire extends object>(
  outcomes: readonly Outcome<T>[],
  present: (result: T | undefined) => Wire,
) {
  const results = outcomes.map(({ target, result, problem }) => ({
    path: target,
    ok: !problem,
    ...present(result),
    problem: problem ? describeProblem(problem) : null,
  }));
  const succeeded = results.filter(({ ok }) => ok).length;
  return { results, succeeded, failed: results.length - succeeded };
}
