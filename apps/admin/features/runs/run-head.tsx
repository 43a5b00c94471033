import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { number } from '../../lib/format.ts';
import { useWords } from '../../lib/words.ts';
import { Badge, Time } from '../../ui/index.ts';
import type { Board } from './queries.ts';
import { RunActions } from './run-actions.tsx';
import styles from './runs.module.css';
import { LiveBadge, StateBadge } from './state-badge.tsx';
import { reasonText } from './state-words.ts';
import type { LiveState } from './use-run-events.ts';
import { runsWords } from './words.ts';

export function RunHead(props: {
  readonly board: Board;
  readonly reason: string | null;
  readonly live: LiveState;
}): ReactNode {
  const { board, reason, live } = props;
  const words = useWords(runsWords);
  const { status } = board;
  return (
    <section className={`panel ${styles['head'] ?? ''}`} aria-label={words.run}>
      <div className={styles['headTop']}>
        <div className="grow stack">
          <div className="row">
            <StateBadge state={status.state} />
            <LiveBadge state={live} />
            <span className="soft small">
              {words.startedBefore} <Time at={status.updated_at} />
            </span>
          </div>
          <h2 className={`${styles['goal'] ?? ''} breaks`}>{status.goal || words.noGoal}</h2>
          {reason && <p className="soft">{reasonText(reason)}</p>}
        </div>
        <RunActions status={status} />
      </div>
      <Counts board={board} />
      <Link to={'/runs/$run'} params={{ run: status.run_id }} className={styles['headLink']}>
        {words.openRun}
        <ChevronRight aria-hidden size={16} />
      </Link>
    </section>
  );
}

function Counts({ board: { status, degraded } }: { readonly board: Board }): ReactNode {
  const words = useWords(runsWords);
  const isEnforced = status.enforcement === 'enforced';
  const counts: (readonly [string, keyof typeof status])[] = [
    [words.atWork, 'active_agent_count'],
    [words.openProposals, 'open_proposals'],
    [words.pendingApprovals, 'pending_approvals'],
    [words.deliberations, 'active_deliberations'],
    [words.blockers, 'blockers'],
  ];
  return (
    <dl className={styles['counts']}>
      {counts.map(([label, field]) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            {degraded.includes(field) ? (
              <span className="soft">{words.unknownValue}</span>
            ) : (
              number(Number(status[field]))
            )}
          </dd>
        </div>
      ))}
      <div>
        <dt>{words.enforcement}</dt>
        <dd title={isEnforced ? words.enforcedAbout : words.recordedAbout}>
          <Badge tone={isEnforced ? 'good' : 'warn'}>{words[status.enforcement]}</Badge>
        </dd>
      </div>
    </dl>
  );
}
