import type { Step } from './compose-change.ts';
import type { OpenDocument } from './document-store.ts';
import type { IndexedDocument, ReadDocument, RetainedEntry } from '../document/document.ts';
import { knownValues } from '../document/known-values.ts';
import { requireReadableText } from '../document/readable-text.ts';
import { withServerKeys } from '../document/save-edit.ts';

/** Needs a new review (CMS-ST-9, GAP-DOC-13). */
const asDraft = {
  decision: { status: 'draft', publication: 'keep', approval: 'clear' },
  kind: 'restore',
} as const;

/** Without an edit, only the state changes in the file. */
export function restoredFromTrash(indexed: IndexedDocument, current: ReadDocument): Step {
  const step = { ...asDraft, message: 'Restored from the trash' };
  // The state in a broken file is unreadable; the file stays unchanged.
  if (current.problem) return { ...step, document: { ...current, metadata: indexed.metadata } };
  return { ...step, text: requireReadableText(current) };
}

/** Owner and creation time stay; restoring a different text counts as an edit. */
export function restoredSnapshot(
  { indexed, current, now, read }: OpenDocument,
  { entry, document }: { readonly entry: RetainedEntry; readonly document: ReadDocument },
  editor: string,
): Step {
  const values = current.problem ? knownValues(indexed.metadata) : current.values;
  const text = withServerKeys(requireReadableText(document), values);
  const isEdit = read(text).revision !== indexed.revision;
  return {
    ...asDraft,
    text,
    values: isEdit ? { last_editor: editor, updated_at: now.toISOString() } : {},
    message: `Restored the version of ${entry.at.toISOString()}`,
  };
}
