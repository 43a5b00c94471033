import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Time } from '../../ui/index.ts';
import type { Board } from './queries.ts';
import { RunActions } from './run-actions.tsx';
import styles from './runs.module.css';
import { LiveBadge, StateBadge } from './state-badge.tsx';
import { reasonText } from './state-messages.ts';
import type { LiveState } from './use-run-events.ts';
import { runsMessages } from './messages.ts';

export function RunHead(props: {
  readonly board: Board;
  readonly reason: string | null;
  readonly live: LiveState;
}): ReactNode {
  const { board, reason, live } = props;
  const messages = useMessages(runsMessages);
  const { status } = board;
  return (
    <section className={`panel ${styles['head'] ?? ''}`} aria-label={messages.run}>
      <div className={styles['headTop']}>
        <div className="grow stack">
          <div className="row">
            <StateBadge state={status.state} />
            <LiveBadge state={live} />
            <span className="soft small">
              {messages.startedBefore} <Time at={status.updated_at} />
            </span>
          </div>
          <h2 className={`${styles['goal'] ?? ''} breaks`}>{status.goal || messages.noGoal}</h2>
          {reason && <p className="soft">{reasonText(reason, status.reason_detail)}</p>}
        </div>
        <RunActions status={status} />
      </div>
      <Counts board={board} />
      <Link to={'/runs/$run'} params={{ run: status.run_id }} className={styles['headLink']}>
        {messages.openRun}
        <ChevronRight aria-hidden size={16} />
      </Link>
    </section>
  );
}

function Counts({ board: { status, degraded } }: { readonly board: Board }): ReactNode {
  const messages = useMessages(runsMessages);
  const isEnforced = status.enforcement === 'enforced';
  const counts: (readonly [string, keyof typeof status])[] = [
    [messages.atWork, 'active_agent_count'],
    [messages.openProposals, 'open_proposals'],
    [messages.pendingApprovals, 'pending_approvals'],
    [messages.deliberations, 'active_deliberations'],
    [messages.blockers, 'blockers'],
  ];
  return (
    <dl className={styles['counts']}>
      {counts.map(([label, field]) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            {degraded.includes(field) ? (
              <span className="soft">{messages.unknownValue}</span>
            ) : (
              formatNumber(Number(status[field]))
            )}
          </dd>
        </div>
      ))}
      <div>
        <dt>{messages.enforcement}</dt>
        <dd title={isEnforced ? messages.enforcedAbout : messages.recordedAbout}>
          <Badge tone={isEnforced ? 'good' : 'warn'}>{messages[status.enforcement]}</Badge>
        </dd>
      </div>
    </dl>
  );
}
