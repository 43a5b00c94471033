import type { Proposal } from '@galley/sdk';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { GitPullRequestArrow } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { Button, Empty, Loading, Panel } from '../../ui/index.ts';
import { ProposalRows } from './proposal-rows.tsx';
import { openStatuses, proposalsQuery } from './queries.ts';
import styles from './runs.module.css';
import { runsWords } from './words.ts';
import { useWorkspace } from './workspace.tsx';

export function OpenProposals({
  query,
}: {
  readonly query: UseQueryResult<Proposal[]>;
}): ReactNode {
  const words = useWords(runsWords);
  const [isAll, setAll] = useState(false);
  return (
    <Panel
      title={words.proposals}
      isFlush
      actions={
        <Button size="small" kind="quiet" isExpanded={isAll} onPress={() => setAll(!isAll)}>
          {isAll ? words.hideDecided : words.showDecided}
        </Button>
      }
    >
      <Loading query={query}>
        {(open) =>
          open.length === 0 ? (
            <Empty icon={GitPullRequestArrow} title={words.noProposals}>
              {words.noProposalsText}
            </Empty>
          ) : (
            <ProposalRows proposals={open} />
          )
        }
      </Loading>
      {isAll && <DecidedProposals />}
    </Panel>
  );
}

function DecidedProposals(): ReactNode {
  const words = useWords(runsWords);
  const all = useQuery(proposalsQuery(useWorkspace()));
  return (
    <section className={styles['decided']} aria-label={words.decided}>
      <h3>{words.decided}</h3>
      <Loading query={all}>
        {(proposals) => {
          const decided = proposals.filter(({ status }) => !openStatuses.includes(status));
          if (decided.length === 0) return <p className={styles['hint']}>{words.noneDecided}</p>;
          return <ProposalRows proposals={decided} />;
        }}
      </Loading>
    </section>
  );
}
