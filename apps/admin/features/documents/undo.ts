import type { DocumentStatus, DocumentSummary } from '@galley/sdk';
import { waysFrom } from '../../lib/document-status.ts';
import { galley } from '../../lib/galley.ts';
import { refusalText } from '../../lib/problem-text.ts';
import { wordsNow } from '../../lib/words.ts';
import { toast, toastProblem } from '../../ui/index.ts';
import { actWords } from './act-words.ts';
import { documentsChanged, showStatus } from './refresh.ts';

/** Maximum number of paths per request. */
const most = 200;

export interface Result {
  readonly path: string;
  readonly ok: boolean;
  readonly problem: { readonly code: string; readonly detail: string } | null;
}

export function reasonOf({ problem }: Result): string {
  return problem ? refusalText(problem.code, problem.detail) : '';
}

/** Calls `act` with the paths in batches that the server accepts. */
export async function inParts<Some extends Result>(
  paths: readonly string[],
  act: (paths: string[]) => Promise<{ readonly results: readonly Some[] }>,
): Promise<Some[]> {
  const results: Some[] = [];
  for (let start = 0; start < paths.length; start += most)
    results.push(...(await act(paths.slice(start, start + most))).results);
  return results;
}

/**
 * Whether restoring the old status restores everything. An earlier published version beside a draft cannot be
 * restored by a status change.
 */
export function canBeUndone(before: DocumentSummary, now: DocumentStatus): boolean {
  const wasBeside = before.is_public && before.status !== 'published';
  return !wasBeside || (now !== 'published' && now !== 'archived');
}

/** Returns documents from status `now` to their previous one and shows the result. */
export async function bringBack(
  documents: readonly DocumentSummary[],
  now: DocumentStatus,
): Promise<void> {
  try {
    tell(await statusesBack(documents, now));
  } catch (error) {
    toastProblem(error);
  } finally {
    void documentsChanged();
  }
}

/** Restores documents from the trash with their previous status. */
export async function takeOut(
  documents: readonly DocumentSummary[],
  trashPaths: readonly string[],
): Promise<void> {
  try {
    const restored = await inParts(trashPaths, (paths) => galley.documents.bulkRestore({ paths }));
    const back = new Set(restored.map(({ restored_path: path }) => path));
    const living = documents.filter(({ path }) => back.has(path));
    tell([...restored.filter(({ ok }) => !ok), ...(await statusesBack(living, 'draft'))]);
  } catch (error) {
    toastProblem(error);
  } finally {
    void documentsChanged();
  }
}

async function statusesBack(
  documents: readonly DocumentSummary[],
  now: DocumentStatus,
): Promise<Result[]> {
  const groups = Map.groupBy(documents, (before) =>
    [before.status, before.scheduled_publish_at, before.scheduled_unpublish_at].join(' '),
  );
  const results: Result[] = [];
  for (const group of groups.values()) results.push(...(await groupBack(group, now)));
  return results;
}

/** Goes by way of a draft if no direct transition leads to the old status. */
async function groupBack(
  group: readonly DocumentSummary[],
  now: DocumentStatus,
): Promise<readonly Result[]> {
  const { status, scheduled_publish_at, scheduled_unpublish_at } = group[0]!;
  let results: readonly Result[] = group.map(({ path }) => ({ path, ok: true, problem: null }));
  if (status === now) return results;
  const isDirect = waysFrom[now].includes(status);
  for (const step of isDirect ? [status] : (['draft', status] as const)) {
    const times = step === 'scheduled' ? { scheduled_publish_at, scheduled_unpublish_at } : {};
    const paths = results.filter(({ ok }) => ok).map(({ path }) => path);
    const failed = results.filter(({ ok }) => !ok);
    const next = await inParts(paths, (some) =>
      galley.documents.bulkStatus({ paths: some, status: step, ...times }),
    );
    results = [...failed, ...next];
    showStatus(
      next.filter(({ ok }) => ok).map(({ path }) => path),
      step,
    );
  }
  return results;
}

function tell(results: readonly Result[]): void {
  const words = wordsNow(actWords);
  const refused = results.filter(({ ok }) => !ok);
  const first = refused[0];
  if (!first) return toast({ text: words.undone(results.length) });
  const text = words.undoFailed(refused.length, first.path, reasonOf(first));
  return toast({ text, tone: 'bad' });
}
