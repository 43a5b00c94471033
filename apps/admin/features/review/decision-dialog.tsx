import { isProblem, type DocumentDetail } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { useWords } from '../../lib/words.ts';
import { FormDialog, toast } from '../../ui/index.ts';
import { documentsChanged } from '../documents/refresh.ts';
import { decisionWords } from './decision-words.ts';
import { NoteField } from './note-field.tsx';

export interface ActDialogProps {
  readonly detail: DocumentDetail;
  readonly onClose: () => void;
  /** Receives the revision after the decision; without one if someone else changed the document. */
  readonly onDone: (revision?: string) => void;
}

type Act = 'approve' | 'request_changes' | 'publish';

/** Decides on the displayed revision only, with a note. */
export function DecisionDialog(props: ActDialogProps & { readonly act: Act }): ReactNode {
  const { detail, act, onClose, onDone } = props;
  const words = useWords(decisionWords);
  const [note, setNote] = useState('');
  const title = detail.title || detail.path;
  const session = useSession();
  const isJoint = detail.editorial.joint_approvers.includes(session.username);
  const isFirst = isJoint && !detail.editorial.approvals.some(({ by }) => by !== session.username);
  const texts = {
    ...textsOf(act, words, title),
    ...(act === 'approve' && isJoint && jointTexts(words, isFirst)),
  };
  const isMissing = act === 'request_changes' && note.trim() === '';
  const submit = async () => {
    try {
      const { revision } = await carryOut(act, detail, note.trim());
      await documentsChanged();
      onDone(revision);
      // Toast last: by then the shortcut keys of the page act on the new state.
      toast({ text: texts.done });
    } catch (error) {
      if (!isProblem(error, 'stale_revision')) throw error;
      // The revision is outdated: the page shows the new text with a notice.
      toast({ text: words.stale, tone: 'bad' });
      await documentsChanged();
      onDone();
    }
  };
  return (
    <FormDialog
      title={texts.title}
      action={texts.action}
      onClose={onClose}
      onSubmit={submit}
      disabledReason={isMissing && words.noteMissing}
    >
      <p className="soft">{texts.about}</p>
      <NoteField value={note} onChange={setNote} about={texts.note} />
    </FormDialog>
  );
}

/** Texts for the approval of a contributor, which needs a second one to count. */
function jointTexts(words: (typeof decisionWords)['en'], isFirst: boolean) {
  const about = words.approveJointAbout;
  return { about, done: isFirst ? words.approvedFirst : words.approved };
}

function textsOf(act: Act, words: (typeof decisionWords)['en'], title: string) {
  const optional = words.noteOptional;
  switch (act) {
    case 'approve':
      return {
        title: words.approveTitle(title),
        about: words.approveAbout,
        action: words.approve,
        note: optional,
        done: words.approved,
      };
    case 'request_changes':
      return {
        title: words.requestTitle(title),
        about: words.requestAbout,
        action: words.requestChanges,
        note: words.noteNeeded,
        done: words.returned,
      };
    case 'publish':
      return {
        title: words.publishTitle(title),
        about: words.publishAbout,
        action: words.publish,
        note: optional,
        done: words.published,
      };
  }
}

async function carryOut(
  act: Act,
  { path, revision }: DocumentDetail,
  text: string,
): Promise<{ revision: string }> {
  const note = text === '' ? {} : { note: text };
  if (act === 'publish')
    return galley.documents.status({
      path,
      status: 'published',
      expected_revision: revision,
      ...note,
    });
  return galley.documents.editorial({
    source_path: path,
    action: act,
    expected_revision: revision,
    ...note,
  });
}
