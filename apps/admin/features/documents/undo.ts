import type { DocumentStatus, DocumentSummary } from '@galley/sdk';
import { waysFrom } from '../../lib/document-status.ts';
import { galley } from '../../lib/galley.ts';
import { refusalText } from '../../lib/problem-text.ts';
import { wordsNow } from '../../lib/words.ts';
import { toast, toastProblem } from '../../ui/index.ts';
import { actWords } from './act-words.ts';
import { documentsChanged, showStatus } from './refresh.ts';

/** As many as the server takes at once. */
const most = 200;

export interface Result {
  readonly path: string;
  readonly ok: boolean;
  readonly problem: { readonly code: string; readonly detail: string } | null;
}

/** Why something was refused. */
export function reasonOf({ problem }: Result): string {
  return problem ? refusalText(problem.code, problem.detail) : '';
}

/** Does something with many paths, as many at a time as the server takes. */
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
 * Whether asking for the old state makes everything as it was: an earlier text that was public beside a draft comes
 * back by no state.
 */
export function canBeUndone(before: DocumentSummary, now: DocumentStatus): boolean {
  const wasBeside = before.is_public && before.status !== 'published';
  return !wasBeside || (now !== 'published' && now !== 'archived');
}

/** Brings documents that are in the state `now` back to the one that each had; tells how that went. */
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

/** Takes documents out of the trash, and gives them the states that they had. */
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

/** Where no way leads to the old state, one leads by a draft. */
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
