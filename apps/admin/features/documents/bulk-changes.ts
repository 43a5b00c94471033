import type { DocumentSummary } from '@galley/sdk';
import { galley } from '../../lib/galley.ts';
import { currentMessages } from '../../lib/messages.ts';
import { toast, toastProblem } from '../../ui/index.ts';
import { documentActionMessages } from './action-messages.ts';
import { reportRefusals, runAction, succeededDocuments } from './document-actions.ts';
import { invalidateDocuments } from './refresh.ts';
import { restoreStatuses, runInBatches, toastUndo, type BulkResult } from './undo.ts';

/** Absent parts stay. */
export interface AssignmentChange {
  readonly assignee?: string;
  readonly reviewer?: string;
}

export interface TagChange {
  readonly add: string[];
  readonly remove: string[];
}

export async function assignDocuments(
  documents: readonly DocumentSummary[],
  wanted: AssignmentChange,
): Promise<boolean> {
  return runAction(async () => {
    const results = await assign(documents, wanted);
    reportRefusals(results);
    const changed = succeededDocuments(documents, results);
    const messages = currentMessages(documentActionMessages);
    toastChange(messages.assigned({ count: changed.length }), changed, () =>
      undoInGroups(changed, (before) => assignmentBefore(before, wanted), assign),
    );
  });
}

export async function changeTags(
  documents: readonly DocumentSummary[],
  wanted: TagChange,
): Promise<boolean> {
  return runAction(async () => {
    const results = await tag(documents, wanted);
    reportRefusals(results);
    const changed = succeededDocuments(documents, results);
    const drafts = new Set(
      results.filter(({ status }) => status === 'draft').map(({ path }) => path),
    );
    const messages = currentMessages(documentActionMessages);
    toastChange(messages.tagged({ count: changed.length }), changed, async () => {
      const undone = await undoInGroups(changed, (before) => oppositeOf(before, wanted), tag);
      const back = succeededDocuments(changed, undone);
      const restored = await restoreStatuses(
        back.filter(({ path }) => drafts.has(path)),
        'draft',
      );
      const refused = restored.filter(({ ok }) => !ok);
      return [
        ...undone.filter(({ path }) => !refused.some((one) => one.path === path)),
        ...refused,
      ];
    });
  });
}

export function tagsOf({ taxonomies }: DocumentSummary): readonly string[] {
  return [taxonomies['tags'] ?? []].flat().map(String);
}

function assign(documents: readonly DocumentSummary[], wanted: AssignmentChange) {
  return runInBatches(pathsOf(documents), (paths) =>
    galley.documents.bulkAssign({ paths, ...wanted }),
  );
}

function tag(documents: readonly DocumentSummary[], wanted: TagChange) {
  return runInBatches(pathsOf(documents), (paths) =>
    galley.documents.bulkTerms({ paths, ...wanted }),
  );
}

const pathsOf = (documents: readonly DocumentSummary[]) => documents.map(({ path }) => path);

function toastChange(
  text: string,
  changed: readonly DocumentSummary[],
  undo: () => Promise<readonly BulkResult[]>,
): void {
  if (changed.length === 0) return;
  const { undo: label } = currentMessages(documentActionMessages);
  const onPress = async () => {
    try {
      toastUndo(await undo());
    } catch (error) {
      toastProblem(error);
    } finally {
      void invalidateDocuments();
    }
  };
  toast({ text, action: { label, onPress: () => void onPress() } });
}

/** Documents that need the same change are changed together; `undefined` for those that need none. */
async function undoInGroups<Change>(
  documents: readonly DocumentSummary[],
  changeOf: (before: DocumentSummary) => Change | undefined,
  act: (documents: readonly DocumentSummary[], change: Change) => Promise<readonly BulkResult[]>,
): Promise<readonly BulkResult[]> {
  const groups = Map.groupBy(documents, (before) => JSON.stringify(changeOf(before)));
  const results: BulkResult[] = [];
  for (const group of groups.values()) {
    const change = changeOf(group[0]!);
    if (change === undefined)
      results.push(...group.map(({ path }) => ({ path, ok: true, problem: null })));
    else results.push(...(await act(group, change)));
  }
  return results;
}

function assignmentBefore(before: DocumentSummary, wanted: AssignmentChange): AssignmentChange {
  return {
    ...(wanted.assignee !== undefined && { assignee: before.assignee ?? '' }),
    ...(wanted.reviewer !== undefined && { reviewer: before.reviewer ?? '' }),
  };
}

function oppositeOf(before: DocumentSummary, { add, remove }: TagChange): TagChange | undefined {
  const had = tagsOf(before);
  const change = {
    add: remove.filter((one) => had.includes(one) && !add.includes(one)),
    remove: add.filter((one) => !had.includes(one)),
  };
  return change.add.length + change.remove.length === 0 ? undefined : change;
}
