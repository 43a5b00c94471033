import type { ProposalDetail } from '@galley/sdk';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Button, Notice, Time } from '../../ui/index.ts';
import { proposalMessages } from './proposal-messages.ts';
import { openStatuses } from './queries.ts';
import { stateName } from './state-messages.ts';

export function ProposalNotices(props: {
  readonly proposal: ProposalDetail;
  readonly isPatchNew: boolean;
  readonly onShowPatch: () => void;
}): ReactNode {
  const { proposal, isPatchNew, onShowPatch } = props;
  const messages = useMessages(proposalMessages);
  return (
    <>
      {isPatchNew && (
        <Notice
          tone="warn"
          title={messages.newPatchTitle}
          actions={
            <Button size="small" kind="primary" onPress={onShowPatch}>
              {messages.showNewPatch}
            </Button>
          }
        >
          {messages.newPatchText}
        </Notice>
      )}
      {proposal.conflicts.length > 0 && <Conflicts proposal={proposal} />}
      {proposal.decided_by !== null && <Decided proposal={proposal} />}
    </>
  );
}

function Conflicts({ proposal }: { readonly proposal: ProposalDetail }): ReactNode {
  const messages = useMessages(proposalMessages);
  return (
    <Notice tone="warn" title={messages.movedTitle}>
      <p>{messages.movedText}</p>
      <ul>
        {proposal.conflicts.map(({ path, what }) => (
          <li key={path} className="breaks">
            <code>{path}</code> – {messages[what]}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Decided({ proposal }: { readonly proposal: ProposalDetail }): ReactNode {
  const messages = useMessages(proposalMessages);
  const { status, decided_by, decided_at, decision_note, rolled_back_by, rolled_back_at } =
    proposal;
  const isOpen = openStatuses.includes(status);
  return (
    <Notice tone={status === 'accepted' && rolled_back_at === null ? 'good' : 'info'}>
      <p>
        {stateName(status)}: {decided_by} · <Time at={decided_at} />
      </p>
      {decision_note && (
        <p className="breaks">{`${isOpen ? messages.noteRevision : messages.note}: ${decision_note}`}</p>
      )}
      {rolled_back_by && (
        <p>
          {messages.rolledBack({ who: rolled_back_by })} · <Time at={rolled_back_at} />
        </p>
      )}
    </Notice>
  );
}
