import { isProblem, type ProposalDetail } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages, currentMessages, type TextsOf } from '../../lib/messages.ts';
import { FormDialog, Notice, TextField, toast } from '../../ui/index.ts';
import { checkMessages } from './check-messages.ts';
import { commentMessages } from './comment-messages.ts';
import type { PatchReview } from './patch-review.tsx';
import { useCheckWarning } from './proposal-checks.tsx';
import { proposalMessages } from './proposal-messages.ts';
import { refreshRuns } from './queries.ts';
import type { Decision } from './disabled-reasons.ts';
import { useWorkspace } from './workspace.tsx';

export type AnyDecision = Decision | 'rollback';

export function DecisionDialog(props: {
  readonly decision: AnyDecision;
  readonly proposal: ProposalDetail;
  readonly review: PatchReview;
  readonly onClose: () => void;
}): ReactNode {
  const { decision, proposal, review, onClose } = props;
  const texts = useMessages(commentMessages);
  const messages = useMessages(proposalMessages);
  const id = useWorkspace();
  // Keeps the proposal as it was when the dialog opened, so that a newer patch is never accepted unread.
  const [read] = useState(proposal);
  const [sent] = useState(() => sentOf(review));
  const [drafts] = useState(review.drafts);
  const [note, setNote] = useState('');
  const [isMissing, setMissing] = useState(false);
  const isRevision = decision === 'request_revision';
  const isNoteRequired = isRevision && sent.comments.length === 0;
  const { acceptAnyway } = useMessages(checkMessages);
  const warning = useCheckWarning(read);
  const isWarned = decision === 'accept' && warning !== undefined;
  const submit = async () => {
    const isNoteMissing = isNoteRequired && note.trim() === '';
    setMissing(isNoteMissing);
    if (isNoteMissing) return;
    const outcome = await submitDecision({ id, decision, read, sent, note: note.trim() });
    if (outcome === 'decided' && isRevision) review.discard(drafts);
    onClose();
  };
  return (
    <FormDialog
      title={titleOf(decision, messages)}
      action={isWarned ? acceptAnyway : actionOf(decision, review, sent)}
      kind={isWarned || decision === 'reject' || decision === 'rollback' ? 'danger' : 'primary'}
      onClose={onClose}
      onSubmit={submit}
    >
      {isWarned && <Notice tone="warn">{warning}</Notice>}
      <p className="soft">{textOf(decision, read, sent)}</p>
      <p className="breaks">
        <strong>{read.title}</strong>
      </p>
      <TextField
        label={noteLabel(isRevision, isNoteRequired)}
        error={isMissing ? messages.noteMissing : undefined}
        value={note}
        onChange={setNote}
        rows={isRevision ? 4 : 2}
        maxLength={1000}
        isRequired={isNoteRequired}
        autoFocus
      />
      {isRevision && sent.comments.length > 0 && (
        <p>{texts.sends({ count: sent.comments.length })}</p>
      )}
    </FormDialog>
  );
}

interface SentReview {
  readonly hunks: readonly string[];
  readonly omitted: number;
  readonly comments: readonly {
    readonly path: string;
    readonly side: 'old' | 'new';
    readonly line: number;
    readonly body: string;
  }[];
}

function sentOf({ hunks, omitted, drafts }: PatchReview): SentReview {
  const chosen = hunks.flatMap(({ id }) => (omitted.has(id) ? [] : [id]));
  const comments = drafts.filter(({ body }) => body.trim() !== '');
  return {
    hunks: chosen,
    omitted: hunks.length - chosen.length,
    comments: comments.map(({ path, side, line, body }) => ({ path, side, line, body })),
  };
}

type Messages = TextsOf<typeof proposalMessages>;

function titleOf(decision: AnyDecision, messages: Messages): string {
  const titles = {
    accept: messages.acceptTitle,
    request_revision: messages.revisionTitle,
    reject: messages.rejectTitle,
    rollback: messages.rollbackTitle,
  };
  return titles[decision];
}

function noteLabel(isRevision: boolean, isRequired: boolean): string {
  const messages = currentMessages(proposalMessages);
  if (isRequired) return messages.noteRevision;
  return isRevision ? currentMessages(commentMessages).noteWithComments : messages.noteOptional;
}

function actionOf(decision: AnyDecision, { hunks }: PatchReview, { omitted }: SentReview): string {
  if (decision === 'accept' && omitted > 0)
    return currentMessages(commentMessages).acceptSome({
      chosen: hunks.length - omitted,
      all: hunks.length,
    });
  return currentMessages(proposalMessages)[decision];
}

function textOf(decision: AnyDecision, { patch }: ProposalDetail, { omitted }: SentReview): string {
  const messages = currentMessages(proposalMessages);
  if (decision === 'accept' && omitted > 0)
    return currentMessages(commentMessages).acceptSomeText({ omitted });
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
  readonly sent: SentReview;
  readonly note: string;
}

/** On `patch_changed`, the page reports and shows the new patch. */
async function submitDecision(wish: DecisionRequest): Promise<'decided' | 'patch_changed'> {
  const messages = currentMessages(proposalMessages);
  const said = {
    accept:
      wish.sent.omitted > 0 ? currentMessages(commentMessages).didAcceptSome : messages.didAccept,
    request_revision: messages.didRevise,
    reject: messages.didReject,
    rollback: messages.didRollback,
  };
  try {
    const after = await sendDecision(wish);
    queryClient.setQueryData(['proposals', wish.id, 'one', wish.read.id], after);
    toast({ text: said[wish.decision] });
    return 'decided';
  } catch (problem) {
    if (isProblem(problem, 'patch_changed')) return 'patch_changed';
    throw problem;
  } finally {
    void refreshRuns();
  }
}

function sendDecision(wish: DecisionRequest): Promise<ProposalDetail> {
  const { id, decision, read, sent, note } = wish;
  const place = { id, proposal: read.id };
  const said = note === '' ? {} : { note };
  if (decision === 'rollback') return galley.proposals.rollback({ ...place, ...said });
  const { patch } = read;
  const about = {
    ...place,
    patch_sha256: patch?.sha256 ?? null,
    ...(patch && { base_revision: patch.base_revision }),
  };
  if (decision === 'request_revision')
    return galley.proposals.requestRevision({ ...about, ...said, comments: [...sent.comments] });
  if (decision === 'accept' && sent.omitted > 0)
    return galley.proposals.accept({ ...about, ...said, hunks: [...sent.hunks] });
  return galley.proposals[decision]({ ...about, ...said });
}
