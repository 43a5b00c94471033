import { isProblem, type RunDetail, type Task } from '@galley/sdk';
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
import { DeliberationPanel } from './deliberation-panel.tsx';
import { EventPanel } from './event-panel.tsx';
import { MessagePanel } from './message-panel.tsx';
import { ProposalRows } from './proposal-rows.tsx';
import { proposalsQuery, runQuery, tasksQuery } from './queries.ts';
import { QuestionPanel } from './question-panel.tsx';
import { RunBudget } from './run-budget.tsx';
import { RunHead } from './run-head.tsx';
import styles from './runs.module.css';
import { SessionPanel } from './session-panel.tsx';
import { reasonText } from './state-messages.ts';
import { isFinished } from './task-columns.ts';
import { TaskPanel } from './task-panel.tsx';
import { RunsError } from './runs-error.tsx';
import { formatNumber } from '../../lib/format.ts';
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
  const { run } = useParams({ from: '/inside/runs/$run' });
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
  const isOver = ['completed', 'failed', 'stopped'].includes(run.status);
  return (
    <>
      <RunHead run={run} isWholePage />
      <QuestionPanel run={run.id} />
      <TaskPanel query={tasks} run={run} />
      <div className={styles['board']}>
        <div className="stack">
          <SessionPanel run={run.id} />
          <EventPanel run={run.id} />
        </div>
        <div className="stack">
          <RunBudget run={run} />
          <MessagePanel run={run.id} isOver={isOver} />
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
          <DeliberationPanel run={run.id} />
          <RunFacts run={run} tasks={tasks.data} />
        </div>
      </div>
    </>
  );
}

function RunFacts(props: {
  readonly run: RunDetail;
  readonly tasks: readonly Task[] | undefined;
}): ReactNode {
  const { run, tasks } = props;
  const messages = useMessages(runsMessages);
  const open = tasks?.filter(({ status }) => !isFinished(status)).length;
  return (
    <Panel>
      <Facts
        facts={[
          // The head shows the detail of a pause.
          ...(run.reason && run.waiting?.text !== run.reason_detail
            ? [[messages.reason, reasonText(run.reason, run.reason_detail)] as const]
            : []),
          ...(run.goal ? [[messages.goal, run.goal] as const] : []),
          [messages.started, <Time key="started" at={run.started_at} />],
          ...(run.ended_at
            ? [[messages.endedAt, <Time key="ended" at={run.ended_at} />] as const]
            : []),
          [messages.changed, <Time key="changed" at={run.transitioned_at} />],
          ...(tasks && open !== undefined
            ? [
                [
                  messages.tasks,
                  messages.openOrTotal({ active: open, total: tasks.length }),
                ] as const,
              ]
            : []),
          [messages.atWork, formatNumber(run.agents_active)],
          [messages.claims, formatNumber(run.claims_held)],
          [messages.run, <code key="id">{run.id}</code>],
        ]}
      />
    </Panel>
  );
}
