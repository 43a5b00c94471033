import type { DocumentsStatusInput, DocumentStatus } from '@galley/sdk';
import { galley } from '../../../lib/galley.ts';
import { wordsNow } from '../../../lib/words.ts';
import { queryClient } from '../../../app/query-client.ts';
import { ask, toast, toastProblem } from '../../../ui/index.ts';
import type { ReviewRequest } from '../../documents/request-review-dialog.tsx';
import type { Editing } from '../session/editing.ts';
import { actionWords } from './action-words.ts';

export interface Move extends Omit<DocumentsStatusInput, 'path' | 'expected_revision'> {
  /** Saves unsaved text first. */
  readonly savesFirst?: boolean;
}

/** Changes the status of the document. False: saving the text failed. Throws the refusal of the server. */
export async function move(
  editing: Editing,
  { savesFirst, status, ...rest }: Move,
): Promise<boolean> {
  if (savesFirst && editing.isDirty() && !(await editing.save())) return false;
  const { path, revision } = editing.state.get().detail;
  try {
    editing.hear(
      await galley.documents.status({
        path,
        status,
        expected_revision: revision,
        ...rest,
      }),
    );
  } catch (error) {
    editing.complain(error);
    throw error;
  }
  void queryClient.invalidateQueries({ queryKey: ['documents'] });
  return true;
}

interface Said {
  readonly text: string;
  readonly undo?: DocumentStatus;
}

function say(editing: Editing, { text, undo }: Said): void {
  const words = wordsNow(actionWords);
  const back = async () => {
    await move(editing, { status: undo! });
    toast({ text: words.putBack });
  };
  const action = { label: words.undo, onPress: () => void back().catch(toastProblem) };
  toast({ text, ...(undo && { action }) });
}

async function moveAndSay(editing: Editing, moving: Move, said: Said): Promise<void> {
  try {
    if (await move(editing, moving)) say(editing, said);
  } catch (error) {
    toastProblem(error);
  }
}

function titleOf(editing: Editing): string {
  const { values, detail } = editing.state.get();
  return typeof values['title'] === 'string' ? values['title'] : detail.title || detail.path;
}

export const acts = {
  async publish(editing: Editing): Promise<void> {
    const words = wordsNow(actionWords);
    const saves = editing.isDirty() ? ` ${words.saveFirst}` : '';
    const isSure = await ask({
      title: words.publishTitle,
      text: words.publishText(titleOf(editing)) + saves,
      action: words.publish,
    });
    if (isSure)
      await moveAndSay(
        editing,
        { status: 'published', savesFirst: true },
        { text: words.publishedNow },
      );
  },

  /** Throws the refusal of the server, for the dialog. */
  async requestReview(editing: Editing, request: ReviewRequest): Promise<void> {
    const { reviewRequested: text } = wordsNow(actionWords);
    const moving = { status: 'in_review', ...request, savesFirst: true } as const;
    if (await move(editing, moving)) say(editing, { text, undo: 'draft' });
  },

  async toDraft(editing: Editing): Promise<void> {
    if (editing.state.get().detail.status === 'published') return acts.unpublish(editing);
    return moveAndSay(editing, { status: 'draft' }, { text: wordsNow(actionWords).isDraft });
  },

  async unpublish(editing: Editing): Promise<void> {
    const words = wordsNow(actionWords);
    const isSure = await ask({
      title: words.unpublishTitle,
      text: words.unpublishText,
      action: words.unpublish,
      kind: 'danger',
    });
    if (!isSure) return;
    const { status } = editing.state.get().detail;
    try {
      // A draft with a published version goes by way of the archive, which unpublishes that version.
      if (status !== 'published') await move(editing, { status: 'archived' });
      await move(editing, { status: 'draft' });
      toast({ text: words.unpublished });
    } catch (error) {
      toastProblem(error);
    }
  },

  async archive(editing: Editing): Promise<void> {
    const words = wordsNow(actionWords);
    const { is_public: isPublic, status } = editing.state.get().detail;
    const question = { title: words.archiveTitle, text: words.archiveText, action: words.archive };
    if (isPublic && !(await ask({ ...question, kind: 'danger' }))) return;
    const undo = isPublic || status === 'scheduled' ? {} : { undo: status };
    await moveAndSay(editing, { status: 'archived' }, { text: words.archivedNow, ...undo });
  },

  /** Calls `leave` once the document is in the trash. */
  async trash(editing: Editing, leave: () => void): Promise<void> {
    const words = wordsNow(actionWords);
    const { path } = editing;
    const title = titleOf(editing);
    const isSure = await ask({
      title: words.trashTitle,
      text: words.trashText(title),
      action: words.trash,
      kind: 'danger',
    });
    if (!isSure) return;
    try {
      await editing.keeper.flush();
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
        toast({ text: words.putBack });
      };
      leave();
      void queryClient.invalidateQueries({ queryKey: ['documents'] });
      const action = { label: words.undo, onPress: () => void back().catch(toastProblem) };
      toast({ text: words.trashed(title), action });
    } catch (error) {
      toastProblem(error);
    }
  },
} as const;
