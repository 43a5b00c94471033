import { isProblem, type RunDetail } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Workflow } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import {
  BackLink,
  Empty,
  Facts,
  Loading,
  Page as Shown,
  Panel,
  Skeleton,
  Time,
} from '../../ui/index.ts';
import { EventPanel } from './event-panel.tsx';
import { ProposalRows } from './proposal-rows.tsx';
import { proposalsQuery, runQuery, tasksQuery } from './queries.ts';
import styles from './runs.module.css';
import { StateBadge } from './state-badge.tsx';
import { reasonText } from './state-words.ts';
import { TaskPanel } from './task-panel.tsx';
import { Trouble } from './trouble.tsx';
import { runsWords } from './words.ts';
import { InWorkspace, useWorkspace } from './workspace.tsx';

export function Page(): ReactNode {
  return (
    <InWorkspace>
      <OneRun />
    </InWorkspace>
  );
}

function OneRun(): ReactNode {
  const words = useWords(runsWords);
  const { run = '' }: { run?: string } = useParams({ strict: false });
  const query = useQuery(runQuery(useWorkspace(), run));
  return (
    <Shown
      title={query.data?.goal.split('\n', 1)[0]?.slice(0, 120) || words.run}
      back={<Back />}
      width="wide"
    >
      {query.data ? (
        <>
          {query.error && <Trouble error={query.error} />}
          <Content key={run} run={query.data} />
        </>
      ) : isProblem(query.error, 'run_not_found') ? (
        <Panel>
          <Empty icon={Workflow} title={words.runGone} />
        </Panel>
      ) : query.error ? (
        <Trouble error={query.error} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Shown>
  );
}

function Back(): ReactNode {
  const words = useWords(runsWords);
  return <BackLink to="/runs">{words.toRuns}</BackLink>;
}

function Content({ run }: { readonly run: RunDetail }): ReactNode {
  const words = useWords(runsWords);
  const id = useWorkspace();
  const tasks = useQuery(tasksQuery(id, run.id));
  const proposals = useQuery(proposalsQuery(id, run.id));
  return (
    <div className={styles['board']}>
      <div className="stack">
        <EventPanel run={run.id} />
      </div>
      <div className="stack">
        <RunFacts run={run} />
        <Panel title={words.proposals} isFlush>
          <Loading query={proposals}>
            {(list) =>
              list.length === 0 ? (
                <p className={styles['hint']}>{words.noProposals}</p>
              ) : (
                <ProposalRows proposals={list} />
              )
            }
          </Loading>
        </Panel>
        <TaskPanel query={tasks} />
      </div>
    </div>
  );
}

function RunFacts({ run }: { readonly run: RunDetail }): ReactNode {
  const words = useWords(runsWords);
  const { active, blocked, terminal } = run.tasks;
  return (
    <Panel>
      <Facts
        facts={[
          [words.state, <StateBadge key="state" state={run.status} />],
          ...(run.reason ? [[words.reason, reasonText(run.reason)] as const] : []),
          ...(run.goal ? [[words.goal, run.goal] as const] : []),
          [words.started, <Time key="started" at={run.started_at} />],
          ...(run.ended_at
            ? [[words.endedAt, <Time key="ended" at={run.ended_at} />] as const]
            : []),
          [words.changed, <Time key="changed" at={run.transitioned_at} />],
          [words.tasks, words.openOrTotal(active + blocked, active + blocked + terminal)],
          [words.atWork, words.count(run.agents_active)],
          [words.claims, words.count(run.claims_held)],
          [words.run, <code key="id">{run.id}</code>],
        ]}
      />
    </Panel>
  );
}
