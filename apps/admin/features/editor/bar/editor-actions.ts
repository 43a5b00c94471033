import type { DocumentsStatusInput, DocumentStatus } from '@galley/sdk';
import { requireEditable } from '../session/editable-document.ts';
import { galley } from '../../../lib/galley.ts';
import { currentMessages } from '../../../lib/messages.ts';
import { queryClient } from '../../../app/query-client.ts';
import { confirmAction, toast, toastProblem } from '../../../ui/index.ts';
import type { ReviewRequest } from '../../documents/request-review-dialog.tsx';
import type { EditingSession } from '../session/editing-session.ts';
import { actionMessages } from './action-messages.ts';

export interface StatusChange extends Omit<
  DocumentsStatusInput,
  'path' | 'expected_revision' | 'include'
> {
  readonly shouldSaveFirst?: boolean;
}

/** False: saving the text failed. Throws the refusal of the server. */
export async function changeStatus(
  editing: EditingSession,
  { shouldSaveFirst, status, ...rest }: StatusChange,
): Promise<boolean> {
  if (shouldSaveFirst && editing.isDirty() && !(await editing.save())) return false;
  const { path, revision } = editing.state.get().detail;
  try {
    const expected = { path, status, expected_revision: revision };
    const detail = await galley.documents.status({ ...expected, ...rest, include: 'raw' });
    editing.updateDetail(requireEditable(detail));
  } catch (error) {
    editing.showFieldErrors(error);
    throw error;
  }
  void queryClient.invalidateQueries({ queryKey: ['documents'] });
  return true;
}

interface StatusToast {
  readonly text: string;
  readonly undo?: DocumentStatus;
}

function toastStatus(editing: EditingSession, { text, undo }: StatusToast): void {
  const messages = currentMessages(actionMessages);
  const back = async () => {
    await changeStatus(editing, { status: undo! });
    toast({ text: messages.putBack });
  };
  const action = { label: messages.undo, onPress: () => void back().catch(toastProblem) };
  toast({ text, ...(undo && { action }) });
}

async function changeStatusAndToast(
  editing: EditingSession,
  moving: StatusChange,
  said: StatusToast,
): Promise<void> {
  try {
    if (await changeStatus(editing, moving)) toastStatus(editing, said);
  } catch (error) {
    toastProblem(error);
  }
}

function titleOf(editing: EditingSession): string {
  const { values, detail } = editing.state.get();
  return typeof values['title'] === 'string' ? values['title'] : detail.title || detail.path;
}

export const editorActions = {
  async save(editing: EditingSession, note?: string): Promise<void> {
    const messages = currentMessages(actionMessages);
    const { approved_by: approver } = editing.state.get().detail;
    if (!(await editing.save(note))) return;
    const { status } = editing.state.get().detail;
    const isUnapproved = approver !== null && status === 'draft';
    toast({ text: isUnapproved ? messages.savedUnapproved : messages.saved });
  },

  async publish(editing: EditingSession): Promise<void> {
    const messages = currentMessages(actionMessages);
    const saves = editing.isDirty() ? ` ${messages.saveFirst}` : '';
    // Readers already see the page, so the button alone is enough.
    const isSure =
      editing.state.get().detail.is_public ||
      (await confirmAction({
        title: messages.publishTitle,
        text: messages.publishText({ title: titleOf(editing) }) + saves,
        action: messages.publish,
      }));
    if (isSure)
      await changeStatusAndToast(
        editing,
        { status: 'published', shouldSaveFirst: true },
        { text: messages.publishedNow },
      );
  },

  /** Throws the refusal of the server, for the dialog. */
  async requestReview(editing: EditingSession, request: ReviewRequest): Promise<void> {
    const { reviewRequested: text } = currentMessages(actionMessages);
    const moving = { status: 'in_review', ...request, shouldSaveFirst: true } as const;
    if (await changeStatus(editing, moving)) toastStatus(editing, { text, undo: 'draft' });
  },

  async toDraft(editing: EditingSession): Promise<void> {
    if (editing.state.get().detail.status === 'published') return editorActions.unpublish(editing);
    return changeStatusAndToast(
      editing,
      { status: 'draft' },
      { text: currentMessages(actionMessages).isDraft },
    );
  },

  async unpublish(editing: EditingSession): Promise<void> {
    const messages = currentMessages(actionMessages);
    const isSure = await confirmAction({
      title: messages.unpublishTitle,
      text: messages.unpublishText,
      action: messages.unpublish,
      kind: 'danger',
    });
    if (!isSure) return;
    const { status } = editing.state.get().detail;
    try {
      // A draft with a published version goes by way of the archive, which unpublishes that version.
      if (status !== 'published') await changeStatus(editing, { status: 'archived' });
      await changeStatus(editing, { status: 'draft' });
      toast({ text: messages.unpublished });
    } catch (error) {
      toastProblem(error);
    }
  },

  async archive(editing: EditingSession): Promise<void> {
    const messages = currentMessages(actionMessages);
    const { is_public: isPublic, status } = editing.state.get().detail;
    const question = {
      title: messages.archiveTitle,
      text: messages.archiveText,
      action: messages.archive,
    };
    if (isPublic && !(await confirmAction({ ...question, kind: 'danger' }))) return;
    const undo = isPublic || status === 'scheduled' ? {} : { undo: status };
    await changeStatusAndToast(
      editing,
      { status: 'archived' },
      { text: messages.archivedNow, ...undo },
    );
  },

  async trash(editing: EditingSession, leave: () => void): Promise<void> {
    const messages = currentMessages(actionMessages);
    const { path } = editing;
    const title = titleOf(editing);
    const isSure = await confirmAction({
      title: messages.trashTitle,
      text: messages.trashText({ title }),
      action: messages.trash,
      kind: 'danger',
    });
    if (!isSure) return;
    try {
      await editing.backup.flush();
      const { revision } = editing.state.get().detail;
      const { token } = editing.lock;
      await galley.documents.delete({
        path,
        expected_revision: revision,
        ...(token !== undefined && { lock_token: token }),
      });
      const back = async () => {
        await galley.documents.restore({ path });
        void queryClient.invalidateQueries({ queryKey: ['documents'] });
        toast({ text: messages.putBack });
      };
      leave();
      void queryClient.invalidateQueries({ queryKey: ['documents'] });
      const action = { label: messages.undo, onPress: () => void back().catch(toastProblem) };
      toast({ text: messages.trashed({ title }), action });
    } catch (error) {
      toastProblem(error);
    }
  },
} as const;
