import { isProblem, type ProposalDetail } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages, currentMessages } from '../../lib/messages.ts';
import { FormDialog, Notice, TextField, toast } from '../../ui/index.ts';
import { checkMessages } from './check-messages.ts';
import { useCheckWarning } from './proposal-checks.tsx';
import { proposalMessages } from './proposal-messages.ts';
import { refreshRuns } from './queries.ts';
import type { Decision } from './disabled-reasons.ts';
import { useWorkspace } from './workspace.tsx';

export type AnyDecision = Decision | 'rollback';

export function DecisionDialog(props: {
  readonly decision: AnyDecision;
  readonly proposal: ProposalDetail;
  readonly onClose: () => void;
}): ReactNode {
  const { decision, proposal, onClose } = props;
  const messages = useMessages(proposalMessages);
  const id = useWorkspace();
  // Keeps the proposal as it was when the dialog opened, so that a newer patch is never accepted unread.
  const [read] = useState(proposal);
  const [note, setNote] = useState('');
  const [isMissing, setMissing] = useState(false);
  const isRevision = decision === 'request_revision';
  const { acceptAnyway } = useMessages(checkMessages);
  const warning = useCheckWarning(read);
  const isWarned = decision === 'accept' && warning !== undefined;
  const submit = async () => {
    const isNoteMissing = isRevision && note.trim() === '';
    setMissing(isNoteMissing);
    if (isNoteMissing) return;
    const isOver = await submitDecision({ id, decision, read, note: note.trim() });
    if (isOver) onClose();
  };
  return (
    <FormDialog
      title={titleOf(decision, messages)}
      action={isWarned ? acceptAnyway : messages[decision]}
      kind={isWarned || decision === 'reject' || decision === 'rollback' ? 'danger' : 'primary'}
      onClose={onClose}
      onSubmit={submit}
    >
      {isWarned && <Notice tone="warn">{warning}</Notice>}
      <p className="soft">{textOf(decision, read, messages)}</p>
      <p className="breaks">
        <strong>{read.title}</strong>
      </p>
      <TextField
        label={isRevision ? messages.noteRevision : messages.noteOptional}
        error={isMissing ? messages.noteMissing : undefined}
        value={note}
        onChange={setNote}
        rows={isRevision ? 4 : 2}
        maxLength={1000}
        isRequired={isRevision}
        autoFocus
      />
    </FormDialog>
  );
}

type Messages = (typeof proposalMessages)['en'];

function titleOf(decision: AnyDecision, messages: Messages): string {
  const titles = {
    accept: messages.acceptTitle,
    request_revision: messages.revisionTitle,
    reject: messages.rejectTitle,
    rollback: messages.rollbackTitle,
  };
  return titles[decision];
}

function textOf(decision: AnyDecision, { patch }: ProposalDetail, messages: Messages): string {
  const texts = {
    accept: patch ? messages.acceptText : messages.acceptNoPatch,
    request_revision: messages.revisionText,
    reject: messages.rejectText,
    rollback: messages.rollbackText,
  };
  return texts[decision];
}

interface DecisionRequest {
  readonly id: string;
  readonly decision: AnyDecision;
  readonly read: ProposalDetail;
  readonly note: string;
}

/** True: the dialog can close, also on `patch_changed`: the page reports and shows the new patch. */
async function submitDecision(wish: DecisionRequest): Promise<boolean> {
  const messages = currentMessages(proposalMessages);
  const said = {
    accept: messages.didAccept,
    request_revision: messages.didRevise,
    reject: messages.didReject,
    rollback: messages.didRollback,
  };
  try {
    const after = await sendDecision(wish);
    queryClient.setQueryData(['proposals', wish.id, 'one', wish.read.id], after);
    toast({ text: said[wish.decision] });
    return true;
  } catch (problem) {
    if (isProblem(problem, 'patch_changed')) return true;
    throw problem;
  } finally {
    void refreshRuns();
  }
}

function sendDecision({ id, decision, read, note }: DecisionRequest): Promise<ProposalDetail> {
  const place = { id, proposal: read.id };
  const said = note === '' ? {} : { note };
  if (decision === 'rollback') return galley.proposals.rollback({ ...place, ...said });
  const { patch } = read;
  const about = {
    ...place,
    patch_sha256: patch?.sha256 ?? null,
    ...(patch && { base_revision: patch.base_revision }),
  };
  if (decision === 'request_revision') return galley.proposals.requestRevision({ ...about, note });
  return galley.proposals[decision]({ ...about, ...said });
}
