import type { Run } from '@galley/sdk';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Workflow } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { EmptyState, Panel, Skeleton, Time, MoreButton } from '../../ui/index.ts';
import { runQuery, runsQuery } from './queries.ts';
import styles from './runs.module.css';
import { RunBadge } from './state-badge.tsx';
import { reasonText } from './state-messages.ts';
import { RunsError } from './runs-error.tsx';
import { runsMessages } from './messages.ts';
import { useWorkspace } from './workspace.tsx';

export function RunList(): ReactNode {
  const messages = useMessages(runsMessages);
  const query = useInfiniteQuery(runsQuery(useWorkspace()));
  if (!query.data) return query.error ? <RunsError error={query.error} /> : <Skeleton lines={8} />;
  const runs = query.data.pages.flatMap(({ items }) => items);
  return (
    <>
      {query.error && <RunsError error={query.error} />}
      <Panel isFlush>
        {runs.length === 0 ? (
          <EmptyState icon={Workflow} title={messages.runsEmpty} />
        ) : (
          <ul className={styles['rows']}>
            {runs.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </ul>
        )}
      </Panel>
      <MoreButton query={query} className="row" />
    </>
  );
}

function RunRow({ run }: { readonly run: Run }): ReactNode {
  const messages = useMessages(runsMessages);
  const detail = useQuery({
    ...runQuery(useWorkspace(), run.id),
    enabled: run.status === 'active',
  });
  return (
    <li className={styles['row']}>
      <div className="grow">
        <Link
          to={'/runs/$run'}
          params={{ run: run.id }}
          className={`${styles['rowTitle'] ?? ''} ${styles['twoLines'] ?? ''} breaks`}
        >
          {run.goal || run.id}
        </Link>
        <p className="soft small breaks">
          {messages.startedBefore} <Time at={run.started_at} />
          {run.reason && ` · ${reasonText(run.reason, run.reason_detail)}`}
        </p>
      </div>
      <RunBadge state={run.status} waiting={detail.data?.waiting} />
    </li>
  );
}
