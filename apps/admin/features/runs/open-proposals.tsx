import type { Proposal } from '@galley/sdk';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { GitPullRequestArrow } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Button, EmptyState, QueryBoundary, Panel } from '../../ui/index.ts';
import { ProposalRows } from './proposal-rows.tsx';
import { openStatuses, proposalsQuery } from './queries.ts';
import styles from './runs.module.css';
import { runsMessages } from './messages.ts';
import { useWorkspace } from './workspace.tsx';

export function OpenProposals(props: {
  readonly query: UseQueryResult<Proposal[]>;
  readonly run: string;
}): ReactNode {
  const { query, run } = props;
  const messages = useMessages(runsMessages);
  const [isAll, setAll] = useState(false);
  return (
    <Panel
      title={messages.proposals}
      isFlush
      actions={
        <Button size="small" kind="quiet" isExpanded={isAll} onPress={() => setAll(!isAll)}>
          {isAll ? messages.hideDecided : messages.showDecided}
        </Button>
      }
    >
      <QueryBoundary query={query}>
        {(open) =>
          open.length === 0 ? (
            <EmptyState icon={GitPullRequestArrow} title={messages.noProposals}>
              {messages.noProposalsText}
            </EmptyState>
          ) : (
            <ProposalRows proposals={open} />
          )
        }
      </QueryBoundary>
      {isAll && <DecidedProposals run={run} />}
    </Panel>
  );
}

function DecidedProposals({ run }: { readonly run: string }): ReactNode {
  const messages = useMessages(runsMessages);
  const all = useQuery(proposalsQuery(useWorkspace(), run));
  return (
    <section className={styles['decided']} aria-label={messages.decided}>
      <h3>{messages.decided}</h3>
      <QueryBoundary query={all}>
        {(proposals) => {
          const decided = proposals.filter(({ status }) => !openStatuses.includes(status));
          if (decided.length === 0) return <p className={styles['hint']}>{messages.noneDecided}</p>;
          return <ProposalRows proposals={decided} />;
        }}
      </QueryBoundary>
    </section>
  );
}
