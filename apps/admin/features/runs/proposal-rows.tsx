import type { Proposal } from '@galley/sdk';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Button, Time } from '../../ui/index.ts';
import styles from './runs.module.css';
import { ChecksBadge } from './proposal-checks.tsx';
import { PullRequestBadge, PullRequestLink } from './proposal-pull-request.tsx';
import { RiskBadge, StateBadge } from './state-badge.tsx';
import { runsMessages } from './messages.ts';

const few = 25;

export function ProposalRows(props: { readonly proposals: readonly Proposal[] }): ReactNode {
  const messages = useMessages(runsMessages);
  const [most, setMost] = useState(few);
  const { proposals } = props;
  return (
    <>
      <ul className={styles['rows']}>
        {proposals.slice(0, most).map((proposal) => (
          <ProposalRow key={proposal.id} proposal={proposal} />
        ))}
      </ul>
      {proposals.length > most && (
        <Button kind="quiet" onPress={() => setMost(proposals.length)}>
          {messages.showAll({ count: proposals.length })}
        </Button>
      )}
    </>
  );
}

function ProposalRow({ proposal }: { readonly proposal: Proposal }): ReactNode {
  const messages = useMessages(runsMessages);
  const { id, title, status, risk, proposed_by, updated_at, checks_state } = proposal;
  const { pull_request: pullRequest } = proposal;
  return (
    <li className={styles['row']}>
      <div className="grow">
        <Link
          to={'/proposals/$proposal'}
          params={{ proposal: id }}
          className={`${styles['rowTitle'] ?? ''} breaks`}
        >
          {title || id}
        </Link>
        <p className="soft small breaks">
          {messages.by({ who: proposed_by })} · <Time at={updated_at} />
        </p>
        {pullRequest && (
          <p className="small breaks">
            <PullRequestLink pullRequest={pullRequest} /> {pullRequest.problem}
          </p>
        )}
      </div>
      <span className={styles['badges']}>
        <RiskBadge risk={risk} />
        <ChecksBadge state={checks_state} />
        <PullRequestBadge pullRequest={pullRequest} />
        <StateBadge state={status} />
      </span>
    </li>
  );
}
