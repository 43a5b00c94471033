import type { Agent, RunDetail } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Badge, EmptyState, QueryBoundary, Panel } from '../../ui/index.ts';
import { agentsQuery } from './queries.ts';
import styles from './runs.module.css';
import { StateBadge } from './state-badge.tsx';
import { roleName } from './state-messages.ts';
import { StopTurn } from './stop-turn.tsx';
import { runsMessages } from './messages.ts';
import { useWorkspace } from './workspace.tsx';

/** Agents belong to all runs: those that work in another one say so. */
export function AgentPanel({ run }: { readonly run: RunDetail }): ReactNode {
  const messages = useMessages(runsMessages);
  const query = useQuery(agentsQuery(useWorkspace()));
  return (
    <Panel title={messages.agents} isFlush>
      <QueryBoundary query={query}>
        {(agents) =>
          agents.length === 0 ? (
            <EmptyState icon={Bot} title={messages.noAgents}>
              {messages.noAgentsText}
            </EmptyState>
          ) : (
            <ul className={styles['rows']}>
              {agents.map((agent) => (
                <AgentRow key={agent.id} agent={agent} run={run.id} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

function AgentRow({ agent, run }: { readonly agent: Agent; readonly run: string }): ReactNode {
  const messages = useMessages(runsMessages);
  const { id, role, adapter, model, status, enabled, run_id: itsRun, turn } = agent;
  return (
    <li className={styles['row']}>
      <div className="grow stack">
        <div>
          <p className={`${styles['rowTitle'] ?? ''} breaks`}>{id}</p>
          <p className="soft small breaks">
            {roleName(role)} · {adapter}
            {' · '}
            {model ?? messages.adapterChoice}
          </p>
        </div>
        <Activity agent={agent} run={run} />
        {itsRun === run && turn !== null && (
          <div className="row">
            <StopTurn turn={turn} agent={id} size="small" />
          </div>
        )}
      </div>
      {enabled ? <StateBadge state={status} /> : <Badge>{messages.disabled}</Badge>}
    </li>
  );
}

function Activity({ agent, run }: { readonly agent: Agent; readonly run: string }): ReactNode {
  const messages = useMessages(runsMessages);
  const { run_id: itsRun, session_id: session } = agent;
  if (itsRun === null) return null;
  if (itsRun !== run)
    return (
      <Link to={'/runs/$run'} params={{ run: itsRun }} className="small">
        {messages.inOtherRun}
      </Link>
    );
  if (session === null) return null;
  return (
    <Link to={'/runs/$run/turns/$session'} params={{ run, session }} className="small">
      {messages.openTurn}
    </Link>
  );
}
