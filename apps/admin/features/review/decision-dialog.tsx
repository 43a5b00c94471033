import { isProblem, type DocumentDetail } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages, type TextsOf } from '../../lib/messages.ts';
import { FormDialog, toast } from '../../ui/index.ts';
import { invalidateDocuments } from '../documents/refresh.ts';
import { decisionMessages } from './decision-messages.ts';
import { NoteField } from './note-field.tsx';

export interface DecisionDialogProps {
  readonly detail: DocumentDetail;
  readonly onClose: () => void;
  /** Receives the revision after the decision; without one if someone else changed the document. */
  readonly onDone: (revision?: string) => void;
}

export type ReviewAction = 'approve' | 'approve_and_publish' | 'request_changes' | 'publish';

/** Decides on the displayed revision only. */
export function DecisionDialog(
  props: DecisionDialogProps & { readonly act: ReviewAction },
): ReactNode {
  const { detail, act, onClose, onDone } = props;
  const messages = useMessages(decisionMessages);
  const [note, setNote] = useState('');
  const title = detail.title || detail.path;
  const session = useSession();
  const isJoint = detail.editorial.joint_approvers.includes(session.username);
  const isFirst = isJoint && !detail.editorial.approvals.some(({ by }) => by !== session.username);
  const texts = {
    ...dialogTexts(act, messages, title),
    ...(act === 'approve' && isJoint && jointTexts(messages, isFirst)),
  };
  const isMissing = act === 'request_changes' && note.trim() === '';
  const submit = async () => {
    try {
      const { revision } = await submitDecision(act, detail, note.trim());
      await invalidateDocuments();
      onDone(revision);
      // Toast last: by then the shortcut keys of the page act on the new state.
      toast({ text: texts.done });
    } catch (error) {
      if (!isProblem(error, 'stale_revision')) {
        // The approval may have succeeded before publishing failed.
        if (act === 'approve_and_publish') await invalidateDocuments();
        throw error;
      }
      // The revision is outdated: the page shows the new text with a notice.
      toast({ text: messages.stale, tone: 'bad' });
      await invalidateDocuments();
      onDone();
    }
  };
  return (
    <FormDialog
      title={texts.title}
      action={texts.action}
      onClose={onClose}
      onSubmit={submit}
      disabledReason={isMissing && messages.noteMissing}
    >
      <p className="soft">{texts.about}</p>
      <NoteField value={note} onChange={setNote} about={texts.note} />
    </FormDialog>
  );
}

function jointTexts(messages: TextsOf<typeof decisionMessages>, isFirst: boolean) {
  const about = messages.approveJointAbout;
  return { about, done: isFirst ? messages.approvedFirst : messages.approved };
}

function dialogTexts(act: ReviewAction, messages: TextsOf<typeof decisionMessages>, title: string) {
  const optional = messages.noteOptional;
  switch (act) {
    case 'approve':
      return {
        title: messages.approveTitle({ title }),
        about: messages.approveAbout,
        action: messages.approve,
        note: optional,
        done: messages.approved,
      };
    case 'approve_and_publish':
      return {
        title: messages.approveAndPublishTitle({ title }),
        about: messages.approveAndPublishAbout,
        action: messages.approveAndPublish,
        note: optional,
        done: messages.approvedAndPublished,
      };
    case 'request_changes':
      return {
        title: messages.requestTitle({ title }),
        about: messages.requestAbout,
        action: messages.requestChanges,
        note: messages.noteNeeded,
        done: messages.returned,
      };
    case 'publish':
      return {
        title: messages.publishTitle({ title }),
        about: messages.publishAbout,
        action: messages.publish,
        note: optional,
        done: messages.published,
      };
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
