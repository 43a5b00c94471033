import type { ProposalDetail } from '@galley/sdk';
import type { ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { Button, Notice, Time } from '../../ui/index.ts';
import { proposalWords } from './proposal-words.ts';
import { openStatuses } from './queries.ts';
import { stateName } from './state-words.ts';

export function ProposalNotices(props: {
  readonly proposal: ProposalDetail;
  readonly isPatchNew: boolean;
  readonly onShowPatch: () => void;
}): ReactNode {
  const { proposal, isPatchNew, onShowPatch } = props;
  const words = useWords(proposalWords);
  return (
    <>
      {isPatchNew && (
        <Notice
          tone="warn"
          title={words.newPatchTitle}
          actions={
            <Button size="small" kind="primary" onPress={onShowPatch}>
              {words.showNewPatch}
            </Button>
          }
        >
          {words.newPatchText}
        </Notice>
      )}
      {proposal.conflicts.length > 0 && <Conflicts proposal={proposal} />}
      {proposal.decided_by !== null && <Decided proposal={proposal} />}
    </>
  );
}

function Conflicts({ proposal }: { readonly proposal: ProposalDetail }): ReactNode {
  const words = useWords(proposalWords);
  return (
    <Notice tone="warn" title={words.movedTitle}>
      <p>{words.movedText}</p>
      <ul>
        {proposal.conflicts.map(({ path, what }) => (
          <li key={path} className="breaks">
            <code>{path}</code> – {words[what]}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Decided({ proposal }: { readonly proposal: ProposalDetail }): ReactNode {
  const words = useWords(proposalWords);
  const { status, decided_by, decided_at, decision_note, rolled_back_by, rolled_back_at } =
    proposal;
  const isOpen = openStatuses.includes(status);
  return (
    <Notice tone={status === 'accepted' && rolled_back_at === null ? 'good' : 'info'}>
      <p>
        {stateName(status)}: {decided_by} · <Time at={decided_at} />
      </p>
      {decision_note && (
        <p className="breaks">{`${isOpen ? words.noteRevision : words.note}: ${decision_note}`}</p>
      )}
      {rolled_back_by && (
        <p>
          {words.rolledBack(rolled_back_by)} · <Time at={rolled_back_at} />
        </p>
      )}
    </Notice>
  );
}
