import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Panel } from '../../ui/index.ts';
import { StateBadge } from '../runs/state-badge.tsx';
import { homeMessages } from './messages.ts';

/** States of a run that has ended; empty for no run. */
const over = ['', 'stopped', 'completed', 'failed'];

export function RunCard(): ReactNode {
  const messages = useMessages(homeMessages);
  const { data } = useQuery({
    queryKey: ['runs', 'glance'],
    queryFn: ({ signal }) => galley.runs.status({ id: 'default' }, { signal, background: true }),
    refetchInterval: 30_000,
  });
  if (!data || data.run_id === '' || over.includes(data.state)) return null;
  const link = (
    <Link to={'/runs'} className="small">
      {messages.toRuns}
    </Link>
  );
  return (
    <Panel title={messages.run} actions={link}>
      <div className="stack">
        <p className="breaks">{data.goal}</p>
        <div className="row">
          <StateBadge state={data.state} />
          <Badge>{messages.agents(data.active_agent_count)}</Badge>
          {data.open_proposals > 0 && <Badge>{messages.openProposals(data.open_proposals)}</Badge>}
          {data.pending_approvals > 0 && (
            <Badge tone="warn">{messages.approvalsWait(data.pending_approvals)}</Badge>
          )}
        </div>
      </div>
    </Panel>
  );
}
