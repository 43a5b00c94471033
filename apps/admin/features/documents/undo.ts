import type { DocumentStatus, DocumentSummary } from '@galley/sdk';
import { allowedTransitions } from '../../lib/document-status.ts';
import { galley } from '../../lib/galley.ts';
import { refusalText } from '../../lib/problem-text.ts';
import { currentMessages } from '../../lib/messages.ts';
import { toast, toastProblem } from '../../ui/index.ts';
import { documentActionMessages } from './action-messages.ts';
import { invalidateDocuments, updateCachedStatus } from './refresh.ts';

/** Limit of the server. */
const maxBatchSize = 200;

export interface BulkResult {
  readonly path: string;
  readonly ok: boolean;
  readonly problem: { readonly code: string; readonly detail: string } | null;
}

export function refusalReason({ problem }: BulkResult): string {
  return problem ? refusalText(problem.code, problem.detail) : '';
}

export async function runInBatches<Some extends BulkResult>(
  paths: readonly string[],
  act: (paths: string[]) => Promise<{ readonly results: readonly Some[] }>,
): Promise<Some[]> {
  const results: Some[] = [];
  for (let start = 0; start < paths.length; start += maxBatchSize)
    results.push(...(await act(paths.slice(start, start + maxBatchSize))).results);
  return results;
}

/** A status change cannot restore an earlier published version beside a draft. */
export function canBeUndone(before: DocumentSummary, now: DocumentStatus): boolean {
  const wasBeside = before.is_public && before.status !== 'published';
  return !wasBeside || (now !== 'published' && now !== 'archived');
}

export async function undoStatusChange(
  documents: readonly DocumentSummary[],
  now: DocumentStatus,
): Promise<void> {
  try {
    toastUndo(await restoreStatuses(documents, now));
  } catch (error) {
    toastProblem(error);
  } finally {
    void invalidateDocuments();
  }
}

export async function undoDeletion(
  documents: readonly DocumentSummary[],
  trashPaths: readonly string[],
): Promise<void> {
  try {
    const restored = await runInBatches(trashPaths, (paths) =>
      galley.documents.bulkRestore({ paths }),
    );
    const back = new Set(restored.map(({ restored_path: path }) => path));
    const living = documents.filter(({ path }) => back.has(path));
    toastUndo([...restored.filter(({ ok }) => !ok), ...(await restoreStatuses(living, 'draft'))]);
  } catch (error) {
    toastProblem(error);
  } finally {
    void invalidateDocuments();
  }
}

export async function restoreStatuses(
  documents: readonly DocumentSummary[],
  now: DocumentStatus,
): Promise<BulkResult[]> {
  const groups = Map.groupBy(documents, (before) =>
    [before.status, before.scheduled_publish_at, before.scheduled_unpublish_at].join(' '),
  );
  const results: BulkResult[] = [];
  for (const group of groups.values()) results.push(...(await restoreGroupStatus(group, now)));
  return results;
}

/** Goes by way of a draft if no direct transition leads to the old status. */
async function restoreGroupStatus(
  group: readonly DocumentSummary[],
  now: DocumentStatus,
): Promise<readonly BulkResult[]> {
  const { status, scheduled_publish_at, scheduled_unpublish_at } = group[0]!;
  let results: readonly BulkResult[] = group.map(({ path }) => ({ path, ok: true, problem: null }));
  if (status === now) return results;
  const isDirect = allowedTransitions[now].includes(status);
  for (const step of isDirect ? [status] : (['draft', status] as const)) {
    const times = step === 'scheduled' ? { scheduled_publish_at, scheduled_unpublish_at } : {};
    const paths = results.filter(({ ok }) => ok).map(({ path }) => path);
    const failed = results.filter(({ ok }) => !ok);
    const next = await runInBatches(paths, (some) =>
      galley.documents.bulkStatus({ paths: some, status: step, ...times }),
    );
    results = [...failed, ...next];
    updateCachedStatus(
      next.filter(({ ok }) => ok).map(({ path }) => path),
      step,
    );
  }
  return results;
}

export function toastUndo(results: readonly BulkResult[]): void {
  const messages = currentMessages(documentActionMessages);
  const refused = results.filter(({ ok }) => !ok);
  const first = refused[0];
  if (!first) return toast({ text: messages.undone({ count: results.length }) });
  const text = messages.undoFailed({
    count: refused.length,
    path: first.path,
    reason: refusalReason(first),
  });
  return toast({ text, tone: 'bad' });
}
