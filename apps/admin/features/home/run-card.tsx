import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { capabilitiesQuery } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Panel } from '../../ui/index.ts';
import { RunBadge } from '../runs/state-badge.tsx';
import { waitingText } from '../runs/waiting-messages.ts';
import { homeMessages } from './messages.ts';

/** States of a run that has ended; empty for no run. */
const over = ['', 'stopped', 'completed', 'failed'];

export function RunCard(): ReactNode {
  const messages = useMessages(homeMessages);
  const workspace = useQuery(capabilitiesQuery).data?.workspace ?? '';
  const { data } = useQuery({
    queryKey: ['runs', workspace, 'glance'],
    queryFn: ({ signal }) => galley.runs.status({ id: workspace }, { signal, background: true }),
    enabled: workspace !== '',
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
        {data.waiting && <p className="soft breaks">{waitingText(data.waiting)}</p>}
        <div className="row">
          <RunBadge state={data.state} waiting={data.waiting} />
          <Badge>{messages.agents({ count: data.active_agent_count })}</Badge>
          {data.open_proposals > 0 && (
            <Badge>{messages.openProposals({ count: data.open_proposals })}</Badge>
          )}
          {data.pending_approvals > 0 && (
            <Badge tone="warn">{messages.approvalsWait({ count: data.pending_approvals })}</Badge>
          )}
        </div>
      </div>
    </Panel>
  );
}
