import type { RunDetail } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Time } from '../../ui/index.ts';
import { approvalsQuery, boardQuery, openProposalsQuery, tasksQuery } from './queries.ts';
import { RunActions } from './run-actions.tsx';
import styles from './runs.module.css';
import { LiveBadge, RunBadge } from './state-badge.tsx';
import { isFinished } from './task-columns.ts';
import type { LiveState } from './use-run-events.ts';
import { waitingText } from './waiting-messages.ts';
import { runsMessages } from './messages.ts';
import { useWorkspace } from './workspace.tsx';

export function RunHead(props: {
  readonly run: RunDetail;
  readonly live?: LiveState;
  /** The page of the run has its goal as title, and shows the details. */
  readonly isWholePage?: boolean;
}): ReactNode {
  const { run, live, isWholePage = false } = props;
  const messages = useMessages(runsMessages);
  return (
    <section className={`panel ${styles['head'] ?? ''}`} aria-label={messages.run}>
      <div className={styles['headTop']}>
        <div className="grow stack">
          <div className="row">
            <RunBadge state={run.status} waiting={run.waiting} />
            {live && <LiveBadge state={live} />}
            <span className="soft small">
              {messages.startedBefore} <Time at={run.started_at} />
            </span>
          </div>
          {!isWholePage && (
            <h2 className={`${styles['goal'] ?? ''} breaks`}>{run.goal || messages.noGoal}</h2>
          )}
          {run.waiting && (
            <p className={`${styles['waiting'] ?? ''} breaks`}>{waitingText(run.waiting)}</p>
          )}
        </div>
        <RunActions run={run.id} state={run.status} />
      </div>
      {!isWholePage && (
        <>
          <Counts run={run} />
          <Link to={'/runs/$run'} params={{ run: run.id }} className={styles['headLink']}>
            {messages.openRun}
            <ChevronRight aria-hidden size={16} />
          </Link>
        </>
      )}
    </section>
  );
}

function Counts({ run }: { readonly run: RunDetail }): ReactNode {
  const messages = useMessages(runsMessages);
  const id = useWorkspace();
  const enforcement = useQuery(boardQuery(id)).data?.status.enforcement;
  const tasks = useQuery(tasksQuery(id, run.id)).data;
  const proposals = useQuery(openProposalsQuery(id, run.id)).data;
  const approvals = useQuery(approvalsQuery(id, run.id)).data;
  const counts: readonly (readonly [string, number | undefined])[] = [
    [messages.atWork, run.agents_active],
    [messages.openTasks, tasks?.filter(({ status }) => !isFinished(status)).length],
    [messages.openProposals, proposals?.length],
    [messages.pendingApprovals, approvals?.length],
  ];
  const isEnforced = enforcement === 'enforced';
  return (
    <dl className={styles['counts']}>
      {counts.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{count === undefined ? '…' : formatNumber(count)}</dd>
        </div>
      ))}
      {enforcement && (
        <div>
          <dt>{messages.enforcement}</dt>
          <dd title={isEnforced ? messages.enforcedAbout : messages.recordedAbout}>
            <Badge tone={isEnforced ? 'good' : 'warn'}>{messages[enforcement]}</Badge>
          </dd>
        </div>
      )}
    </dl>
  );
}
