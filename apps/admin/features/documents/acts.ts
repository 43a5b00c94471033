import { isProblem, type DocumentStatus, type DocumentSummary } from '@galley/sdk';
import { statusName } from '../../lib/document-status.ts';
import { galley } from '../../lib/galley.ts';
import { createStore } from '../../lib/store.ts';
import { wordsNow } from '../../lib/words.ts';
import { ask, toast, toastProblem } from '../../ui/index.ts';
import { actWords } from './act-words.ts';
import { documentsChanged, showStatus } from './refresh.ts';
import { bringBack, canBeUndone, inParts, reasonOf, takeOut, type Result } from './undo.ts';

export interface Wanted {
  readonly status: DocumentStatus;
  readonly scheduled_publish_at?: string;
  readonly scheduled_unpublish_at?: string | null;
}

export interface Report {
  readonly done: number;
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
}

/** Refusals of the last bulk action, shown by refused-sheet.tsx. */
export const report = createStore<Report | null>(null);

export function nameOf({ title, path }: { readonly title: string; readonly path: string }): string {
  return title || path;
}

/** Changes the status of documents; asks first if it unpublishes any. False: cancelled or failed. */
export async function changeStatus(
  documents: readonly DocumentSummary[],
  wanted: Wanted,
): Promise<boolean> {
  const words = wordsNow(actWords);
  const withdrawn = documents.filter((one) => isWithdrawn(one, wanted.status));
  if (!(await mayWithdraw(withdrawn.length, words.publicWithdraw, words.withdraw))) return false;
  return attempt(async () => {
    const paths = documents.map(({ path }) => path);
    const results = await inParts(paths, (some) =>
      galley.documents.bulkStatus({ paths: some, ...wanted }),
    );
    tellRefusals(results);
    const changed = doneOf(documents, results);
    showStatus(
      changed.map(({ path }) => path),
      wanted.status,
    );
    if (changed.length > 0) tellChanged(changed, wanted.status);
  });
}

/** Changes one document; the server refuses it if the revision has changed since. */
export async function changeOne(document: DocumentSummary, wanted: Wanted): Promise<boolean> {
  const words = wordsNow(actWords);
  const { path, revision } = document;
  const withdrawn = isWithdrawn(document, wanted.status) ? 1 : 0;
  if (!(await mayWithdraw(withdrawn, words.publicWithdraw, words.withdraw))) return false;
  return attempt(async () => {
    try {
      await galley.documents.status({ path, expected_revision: revision, ...wanted });
      showStatus([path], wanted.status);
      tellChanged([document], wanted.status);
    } catch (error) {
      if (!isProblem(error, 'stale_revision')) throw error;
      toast({ text: words.stale(nameOf(document)), tone: 'bad' });
    }
  });
}

export async function moveToTrash(documents: readonly DocumentSummary[]): Promise<boolean> {
  const words = wordsNow(actWords);
  const { length } = documents.filter(({ is_public: isPublic }) => isPublic);
  if (!(await mayWithdraw(length, words.publicDelete, words.toTrash))) return false;
  return attempt(async () => {
    const paths = documents.map(({ path }) => path);
    const results = await inParts(paths, (some) => galley.documents.bulkDelete({ paths: some }));
    tellRefusals(results);
    const gone = doneOf(documents, results);
    const trashPaths = results.flatMap(({ trash_path: path }) => path ?? []);
    if (gone.length > 0) tellDeleted(gone, trashPaths);
  });
}

function isWithdrawn(document: DocumentSummary, status: DocumentStatus): boolean {
  if (!document.is_public) return false;
  return status === 'archived' || (status === 'draft' && document.status === 'published');
}

async function mayWithdraw(
  count: number,
  text: (count: number) => string,
  action: string,
): Promise<boolean> {
  const title = wordsNow(actWords).publicTitle;
  return count === 0 || ask({ title, text: text(count), action, kind: 'danger' });
}

async function attempt(act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    toastProblem(error);
    return false;
  } finally {
    void documentsChanged();
  }
}

function doneOf(documents: readonly DocumentSummary[], results: readonly Result[]) {
  const done = new Set(results.filter(({ ok }) => ok).map(({ path }) => path));
  return documents.filter(({ path }) => done.has(path));
}

function tellRefusals(results: readonly Result[]): void {
  const refused = results.filter(({ ok }) => !ok);
  if (refused.length === 0) return;
  report.set({
    done: results.length - refused.length,
    refused: refused.map((one) => ({ path: one.path, reason: reasonOf(one) })),
  });
}

function tellChanged(changed: readonly DocumentSummary[], status: DocumentStatus): void {
  const words = wordsNow(actWords);
  const backs = changed.filter((before) => canBeUndone(before, status));
  const action = { label: words.undo, onPress: () => void bringBack(backs, status) };
  const [first] = changed;
  toast({
    text:
      changed.length === 1
        ? words.oneChanged(nameOf(first!), statusName(status))
        : words.changed(changed.length, statusName(status)),
    ...(backs.length > 0 && { action }),
  });
}

function tellDeleted(gone: readonly DocumentSummary[], trashPaths: readonly string[]): void {
  const words = wordsNow(actWords);
  const [first] = gone;
  toast({
    text: gone.length === 1 ? words.oneDeleted(nameOf(first!)) : words.deleted(gone.length),
    action: { label: words.undo, onPress: () => void takeOut(gone, trashPaths) },
  });
}

/** Restores documents from the trash as drafts and returns their new paths. */
export async function restore(paths: readonly string[]): Promise<readonly string[]> {
  let places: string[] = [];
  await attempt(async () => {
    const results = await inParts(paths, (some) => galley.documents.bulkRestore({ paths: some }));
    tellRefusals(results);
    places = results.flatMap(({ restored_path: path }) => path ?? []);
  });
  return places;
}
