import { isProblem, type ApprovalRequest, type ProposalDetail } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import {
  Button,
  Dialog,
  ErrorNotice,
  QueryBoundary,
  Notice,
  TextField,
  toast,
} from '../../ui/index.ts';
import { PatchView } from './patch-view.tsx';
import { proposalMessages } from './proposal-messages.ts';
import { refreshRuns } from './queries.ts';
import { runsMessages } from './messages.ts';
import { useWorkspace } from './workspace.tsx';

interface Props {
  readonly request: ApprovalRequest;
  readonly onClose: () => void;
}

/** Shows the patch, so that nobody decides without reading it. */
export function ApprovalDialog(props: Props): ReactNode {
  const { proposal_id } = props.request;
  if (proposal_id === null) return <Decision {...props} proposal={null} />;
  return <WithProposal {...props} id={proposal_id} />;
}

/** Loads the proposal once, so that the patch cannot change while somebody reads it. */
function WithProposal(props: Props & { readonly id: string }): ReactNode {
  const { request, onClose, id: proposal } = props;
  const messages = useMessages(proposalMessages);
  const id = useWorkspace();
  const query = useQuery({
    queryKey: ['proposal-read', id, proposal, request.id],
    queryFn: ({ signal }) => galley.proposals.get({ id, proposal }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (query.data) {
    return <Decision {...props} proposal={query.data} onStale={() => void query.refetch()} />;
  }
  return (
    <Dialog title={messages.approvalTitle({ who: request.requested_by })} onClose={onClose}>
      <QueryBoundary query={query}>{() => null}</QueryBoundary>
    </Dialog>
  );
}

type Answer = 'approve' | 'reject';

interface DecisionProps extends Props {
  readonly proposal: ProposalDetail | null;
  readonly onStale?: () => void;
}

function Decision({ request, onClose, proposal, onStale }: DecisionProps): ReactNode {
  const messages = useMessages(proposalMessages);
  const [note, setNote] = useState('');
  const decision = useDecision({ request, onClose, proposal, note, onStale });
  return (
    <Dialog
      title={messages.approvalTitle({ who: request.requested_by })}
      size={proposal?.patch ? 'large' : 'normal'}
      onClose={onClose}
      actions={<Answers {...decision} />}
    >
      <div className="stack">
        <Subject request={request} proposal={proposal} />
        <p className="soft small">{messages.approvalAbout}</p>
        {decision.isStale ? (
          <Notice tone="warn">{messages.patchMoved}</Notice>
        ) : (
          <ErrorNotice error={decision.error} />
        )}
        {proposal?.patch && <PatchView patch={proposal.patch.text} isCompact />}
        <TextField
          label={messages.noteOptional}
          value={note}
          onChange={setNote}
          rows={2}
          maxLength={1000}
        />
      </div>
    </Dialog>
  );
}

function Subject(props: {
  readonly request: ApprovalRequest;
  readonly proposal: ProposalDetail | null;
}): ReactNode {
  const { request, proposal } = props;
  const messages = useMessages(runsMessages);
  return (
    <div>
      <p className="breaks">{request.reason ?? messages.noReason}</p>
      {proposal && (
        <Link to={'/proposals/$proposal'} params={{ proposal: proposal.id }} className="breaks">
          {proposal.title || proposal.id}
        </Link>
      )}
    </div>
  );
}

interface Deciding {
  readonly pending: Answer | null;
  readonly error: unknown;
  readonly isStale: boolean;
  readonly decide: (answer: Answer) => Promise<void>;
}

function Answers({ pending, decide }: Deciding): ReactNode {
  const messages = useMessages(proposalMessages);
  return (
    <>
      <Button isPending={pending === 'reject'} onPress={() => void decide('reject')}>
        {messages.rejectRequest}
      </Button>
      <Button
        kind="primary"
        isPending={pending === 'approve'}
        onPress={() => void decide('approve')}
      >
        {messages.approve}
      </Button>
    </>
  );
}

function useDecision(
  given: Omit<DecisionProps, 'onStale'> & {
    readonly note: string;
    readonly onStale: (() => void) | undefined;
  },
): Deciding {
  const { request, proposal, note, onClose, onStale } = given;
  const messages = useMessages(proposalMessages);
  const id = useWorkspace();
  const [pending, setPending] = useState<Answer | null>(null);
  const [error, setError] = useState<unknown>(null);
  const decide = async (answer: Answer) => {
    if (pending) return;
    setPending(answer);
    setError(null);
    try {
      await galley.approvals[answer]({
        id,
        approval: request.id,
        patch_sha256: proposal?.patch?.sha256 ?? null,
        ...(note.trim() !== '' && { note: note.trim() }),
      });
      toast({ text: answer === 'approve' ? messages.didApprove : messages.didRejectRequest });
      onClose();
    } catch (problem) {
      setError(problem);
      if (isProblem(problem, 'patch_changed')) onStale?.();
    } finally {
      setPending(null);
      void refreshRuns();
    }
  };
  return { pending, error, isStale: isProblem(error, 'patch_changed'), decide };
}
