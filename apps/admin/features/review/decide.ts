import { isProblem, type DocumentDetail } from '@galley/sdk';
import { galley } from '../../lib/galley.ts';
import { currentMessages } from '../../lib/messages.ts';
import { toast } from '../../ui/index.ts';
import { invalidateDocuments } from '../documents/refresh.ts';
import { decisionMessages } from './decision-messages.ts';

export type ReviewAction = 'approve' | 'approve_and_publish' | 'request_changes' | 'publish';

interface Decision {
  readonly act: ReviewAction;
  readonly detail: DocumentDetail;
  readonly note: string;
  /** The toast of success. */
  readonly done: string;
  /** Receives the revision after the decision; without one if someone else changed the document. */
  readonly onDone: (revision?: string) => void;
}

/** Decides on the displayed revision only. */
export async function decide({ act, detail, note, done, onDone }: Decision): Promise<void> {
  try {
    const { revision } = await submitDecision(act, detail, note);
    await invalidateDocuments();
    onDone(revision);
    // Toast last: by then the shortcut keys of the page act on the new state.
    toast({ text: done });
  } catch (error) {
    if (!isProblem(error, 'stale_revision')) {
      // The approval may have succeeded before publishing failed.
      if (act === 'approve_and_publish') await invalidateDocuments();
      throw error;
    }
    // The revision is outdated: the page shows the new text with a notice.
    toast({ text: currentMessages(decisionMessages).stale, tone: 'bad' });
    await invalidateDocuments();
    onDone();
  }
}

async function submitDecision(
  act: ReviewAction,
  { path, revision }: DocumentDetail,
  text: string,
): Promise<{ revision: string }> {
  const expected = { expected_revision: revision, ...(text !== '' && { note: text }) };
  if (act !== 'publish') {
    const action = act === 'approve_and_publish' ? 'approve' : act;
    const decided = await galley.documents.editorial({ source_path: path, action, ...expected });
    if (act !== 'approve_and_publish') return decided;
  }
  const wanted = { path, status: 'published' as const, ...expected };
  return galley.documents.status(wanted, { prefer: 'minimal' });
}
