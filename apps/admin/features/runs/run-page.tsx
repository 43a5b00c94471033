import { isProblem, type RunDetail } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Workflow } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import {
  BackLink,
  EmptyState,
  Facts,
  QueryBoundary,
  Page as Shown,
  Panel,
  Skeleton,
  Time,
} from '../../ui/index.ts';
import { EventPanel } from './event-panel.tsx';
import { ProposalRows } from './proposal-rows.tsx';
import { proposalsQuery, runQuery, tasksQuery } from './queries.ts';
import { QuestionPanel } from './question-panel.tsx';
import styles from './runs.module.css';
import { SessionPanel } from './session-panel.tsx';
import { StateBadge } from './state-badge.tsx';
import { reasonText } from './state-messages.ts';
import { TaskPanel } from './task-panel.tsx';
import { RunsError } from './runs-error.tsx';
import { runsMessages } from './messages.ts';
import { InWorkspace, useWorkspace } from './workspace.tsx';

export function Page(): ReactNode {
  return (
    <InWorkspace>
      <OneRun />
    </InWorkspace>
  );
}

function OneRun(): ReactNode {
  const messages = useMessages(runsMessages);
  const { run = '' }: { run?: string } = useParams({ strict: false });
  const query = useQuery(runQuery(useWorkspace(), run));
  return (
    <Shown
      title={query.data?.goal.split('\n', 1)[0]?.slice(0, 120) || messages.run}
      back={<Back />}
      width="wide"
    >
      {query.data ? (
        <>
          {query.error && <RunsError error={query.error} />}
          <Content key={run} run={query.data} />
        </>
      ) : isProblem(query.error, 'run_not_found') ? (
        <Panel>
          <EmptyState icon={Workflow} title={messages.runGone} />
        </Panel>
      ) : query.error ? (
        <RunsError error={query.error} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Shown>
  );
}

function Back(): ReactNode {
  const messages = useMessages(runsMessages);
  return <BackLink to="/runs">{messages.toRuns}</BackLink>;
}

function Content({ run }: { readonly run: RunDetail }): ReactNode {
  const messages = useMessages(runsMessages);
  const id = useWorkspace();
  const tasks = useQuery(tasksQuery(id, run.id));
  const proposals = useQuery(proposalsQuery(id, run.id));
  return (
    <div className={styles['board']}>
      <div className="stack">
        <SessionPanel run={run.id} />
        <EventPanel run={run.id} />
      </div>
      <div className="stack">
        <RunFacts run={run} />
        <QuestionPanel run={run.id} />
        <Panel title={messages.proposals} isFlush>
          <QueryBoundary query={proposals}>
            {(list) =>
              list.length === 0 ? (
                <p className={styles['hint']}>{messages.noProposals}</p>
              ) : (
                <ProposalRows proposals={list} />
              )
            }
          </QueryBoundary>
        </Panel>
        <TaskPanel query={tasks} run={takesTasks(run) ? run.id : undefined} />
      </div>
    </div>
  );
}

function takesTasks({ status }: RunDetail): boolean {
  return !['completed', 'failed', 'stopped'].includes(status);
}

function RunFacts({ run }: { readonly run: RunDetail }): ReactNode {
  const messages = useMessages(runsMessages);
  const { active, blocked, terminal } = run.tasks;
  return (
    <Panel>
      <Facts
        facts={[
          [messages.state, <StateBadge key="state" state={run.status} />],
          ...(run.reason
            ? [[messages.reason, reasonText(run.reason, run.reason_detail)] as const]
            : []),
          ...(run.goal ? [[messages.goal, run.goal] as const] : []),
          [messages.started, <Time key="started" at={run.started_at} />],
          ...(run.ended_at
            ? [[messages.endedAt, <Time key="ended" at={run.ended_at} />] as const]
            : []),
          [messages.changed, <Time key="changed" at={run.transitioned_at} />],
          [messages.tasks, messages.openOrTotal(active + blocked, active + blocked + terminal)],
          [messages.atWork, messages.count(run.agents_active)],
          [messages.claims, messages.count(run.claims_held)],
          [messages.run, <code key="id">{run.id}</code>],
        ]}
      />
    </Panel>
  );
}
