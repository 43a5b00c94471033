import type { DocumentDetail } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { useMessages, type TextsOf } from '../../lib/messages.ts';
import { FormDialog } from '../../ui/index.ts';
import { decide, type ReviewAction } from './decide.ts';
import { decisionMessages } from './decision-messages.ts';
import { NoteField } from './note-field.tsx';

export interface DecisionDialogProps {
  readonly detail: DocumentDetail;
  readonly onClose: () => void;
  /** Receives the revision after the decision; without one if someone else changed the document. */
  readonly onDone: (revision?: string) => void;
}

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
    await decide({ act, detail, note: note.trim(), done: texts.done, onDone });
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
