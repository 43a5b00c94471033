import { isProblem, type ProposalDetail } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { useWords, wordsNow } from '../../lib/words.ts';
import { FormDialog, TextField, toast } from '../../ui/index.ts';
import { proposalWords } from './proposal-words.ts';
import { refreshRuns } from './queries.ts';
import type { Decision } from './rules.ts';
import { useWorkspace } from './workspace.tsx';

export type AnyDecision = Decision | 'rollback';

export function DecisionDialog(props: {
  readonly decision: AnyDecision;
  /** The proposal on the page, with the patch that the user has read. */
  readonly proposal: ProposalDetail;
  readonly onClose: () => void;
}): ReactNode {
  const { decision, proposal, onClose } = props;
  const words = useWords(proposalWords);
  const id = useWorkspace();
  // Keeps the proposal as it was when the dialog opened, so that a newer patch is never accepted unread.
  const [read] = useState(proposal);
  const [note, setNote] = useState('');
  const [isMissing, setMissing] = useState(false);
  const isRevision = decision === 'request_revision';
  const submit = async () => {
    const isNoteMissing = isRevision && note.trim() === '';
    setMissing(isNoteMissing);
    if (isNoteMissing) return;
    const isOver = await decide({ id, decision, read, note: note.trim() });
    if (isOver) onClose();
  };
  return (
    <FormDialog
      title={titleOf(decision, words)}
      action={words[decision]}
      kind={decision === 'reject' || decision === 'rollback' ? 'danger' : 'primary'}
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="soft">{textOf(decision, read, words)}</p>
      <p className="breaks">
        <strong>{read.title}</strong>
      </p>
      <TextField
        label={isRevision ? words.noteRevision : words.noteOptional}
        error={isMissing ? words.noteMissing : undefined}
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

type Text = (typeof proposalWords)['en'];

function titleOf(decision: AnyDecision, words: Text): string {
  const titles = {
    accept: words.acceptTitle,
    request_revision: words.revisionTitle,
    reject: words.rejectTitle,
    rollback: words.rollbackTitle,
  };
  return titles[decision];
}

function textOf(decision: AnyDecision, { patch }: ProposalDetail, words: Text): string {
  const texts = {
    accept: patch ? words.acceptText : words.acceptNoPatch,
    request_revision: words.revisionText,
    reject: words.rejectText,
    rollback: words.rollbackText,
  };
  return texts[decision];
}

interface Wish {
  readonly id: string;
  readonly decision: AnyDecision;
  readonly read: ProposalDetail;
  readonly note: string;
}

/** Returns true when the dialog can close. That includes `patch_changed`: the page reports and shows the new patch. */
async function decide(wish: Wish): Promise<boolean> {
  const words = wordsNow(proposalWords);
  const said = {
    accept: words.didAccept,
    request_revision: words.didRevise,
    reject: words.didReject,
    rollback: words.didRollback,
  };
  try {
    const after = await send(wish);
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

function send({ id, decision, read, note }: Wish): Promise<ProposalDetail> {
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
