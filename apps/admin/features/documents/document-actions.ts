import { isProblem, type DocumentStatus, type DocumentSummary } from '@galley/sdk';
import { statusName } from '../../lib/document-status.ts';
import { galley } from '../../lib/galley.ts';
import { createStore } from '../../lib/store.ts';
import { currentMessages } from '../../lib/messages.ts';
import { confirmAction, toast, toastProblem } from '../../ui/index.ts';
import { documentActionMessages } from './action-messages.ts';
import { invalidateDocuments, updateCachedStatus } from './refresh.ts';
import {
  undoStatusChange,
  canBeUndone,
  runInBatches,
  refusalReason,
  undoDeletion,
  type BulkResult,
} from './undo.ts';

export interface StatusChange {
  readonly status: DocumentStatus;
  readonly scheduled_publish_at?: string;
  readonly scheduled_unpublish_at?: string | null;
}

export interface BulkReport {
  readonly done: number;
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
}

export const bulkReport = createStore<BulkReport | null>(null);

export function documentName({
  title,
  path,
}: {
  readonly title: string;
  readonly path: string;
}): string {
  return title || path;
}

/** False: cancelled or failed. */
export async function changeStatus(
  documents: readonly DocumentSummary[],
  wanted: StatusChange,
): Promise<boolean> {
  const messages = currentMessages(documentActionMessages);
  const withdrawn = documents.filter((one) => wouldUnpublish(one, wanted.status));
  if (!(await confirmUnpublish(withdrawn.length, messages.publicWithdraw, messages.withdraw)))
    return false;
  return runAction(async () => {
    const paths = documents.map(({ path }) => path);
    const results = await runInBatches(paths, (some) =>
      galley.documents.bulkStatus({ paths: some, ...wanted }),
    );
    reportRefusals(results);
    const changed = succeededDocuments(documents, results);
    updateCachedStatus(
      changed.map(({ path }) => path),
      wanted.status,
    );
    if (changed.length > 0) toastStatusChange(changed, wanted.status);
  });
}

/** The server refuses it if the revision has changed since. */
export async function changeDocumentStatus(
  document: DocumentSummary,
  wanted: StatusChange,
): Promise<boolean> {
  const messages = currentMessages(documentActionMessages);
  const { path, revision } = document;
  const withdrawn = wouldUnpublish(document, wanted.status) ? 1 : 0;
  if (!(await confirmUnpublish(withdrawn, messages.publicWithdraw, messages.withdraw)))
    return false;
  return runAction(async () => {
    try {
      const input = { path, expected_revision: revision, ...wanted };
      await galley.documents.status(input, { prefer: 'minimal' });
      updateCachedStatus([path], wanted.status);
      toastStatusChange([document], wanted.status);
    } catch (error) {
      if (!isProblem(error, 'stale_revision')) throw error;
      toast({ text: messages.stale({ title: documentName(document) }), tone: 'bad' });
    }
  });
}

export async function moveToTrash(documents: readonly DocumentSummary[]): Promise<boolean> {
  const messages = currentMessages(documentActionMessages);
  const { length } = documents.filter(({ is_public: isPublic }) => isPublic);
  if (!(await confirmUnpublish(length, messages.publicDelete, messages.toTrash))) return false;
  return runAction(async () => {
    const paths = documents.map(({ path }) => path);
    const results = await runInBatches(paths, (some) =>
      galley.documents.bulkDelete({ paths: some }),
    );
    reportRefusals(results);
    const gone = succeededDocuments(documents, results);
    const trashPaths = results.flatMap(({ trash_path: path }) => path ?? []);
    if (gone.length > 0) toastDeletion(gone, trashPaths);
  });
}

function wouldUnpublish(document: DocumentSummary, status: DocumentStatus): boolean {
  if (!document.is_public) return false;
  return status === 'archived' || (status === 'draft' && document.status === 'published');
}

async function confirmUnpublish(
  count: number,
  text: (values: { count: number }) => string,
  action: string,
): Promise<boolean> {
  const title = currentMessages(documentActionMessages).publicTitle;
  return count === 0 || confirmAction({ title, text: text({ count }), action, kind: 'danger' });
}

export async function runAction(act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    toastProblem(error);
    return false;
  } finally {
    void invalidateDocuments();
  }
}

export function succeededDocuments(
  documents: readonly DocumentSummary[],
  results: readonly BulkResult[],
) {
  const done = new Set(results.filter(({ ok }) => ok).map(({ path }) => path));
  return documents.filter(({ path }) => done.has(path));
}

export function reportRefusals(results: readonly BulkResult[]): void {
  const refused = results.filter(({ ok }) => !ok);
  if (refused.length === 0) return;
  bulkReport.set({
    done: results.length - refused.length,
    refused: refused.map((one) => ({ path: one.path, reason: refusalReason(one) })),
  });
}

function toastStatusChange(changed: readonly DocumentSummary[], status: DocumentStatus): void {
  const messages = currentMessages(documentActionMessages);
  const backs = changed.filter((before) => canBeUndone(before, status));
  const action = { label: messages.undo, onPress: () => void undoStatusChange(backs, status) };
  const [first] = changed;
  toast({
    text:
      changed.length === 1
        ? messages.oneChanged({ title: documentName(first!), status: statusName(status) })
        : messages.changed({ count: changed.length, status: statusName(status) }),
    ...(backs.length > 0 && { action }),
  });
}

function toastDeletion(gone: readonly DocumentSummary[], trashPaths: readonly string[]): void {
  const messages = currentMessages(documentActionMessages);
  const [first] = gone;
  toast({
    text:
      gone.length === 1
        ? messages.oneDeleted({ title: documentName(first!) })
        : messages.deleted({ count: gone.length }),
    action: { label: messages.undo, onPress: () => void undoDeletion(gone, trashPaths) },
  });
}

/** Restores documents as drafts and returns their new paths. */
export async function restoreFromTrash(paths: readonly string[]): Promise<readonly string[]> {
  let places: string[] = [];
  await runAction(async () => {
    const results = await runInBatches(paths, (some) =>
      galley.documents.bulkRestore({ paths: some }),
    );
    reportRefusals(results);
    places = results.flatMap(({ restored_path: path }) => path ?? []);
  });
  return places;
}
