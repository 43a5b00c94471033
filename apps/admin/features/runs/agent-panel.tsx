import type { Agent } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Bot } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Badge, EmptyState, QueryBoundary, Panel } from '../../ui/index.ts';
import { agentsQuery } from './queries.ts';
import styles from './runs.module.css';
import { StateBadge } from './state-badge.tsx';
import { roleName } from './state-messages.ts';
import { runsMessages } from './messages.ts';
import { useWorkspace } from './workspace.tsx';

export function AgentPanel(): ReactNode {
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
                <AgentRow key={agent.id} agent={agent} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

function AgentRow({ agent }: { readonly agent: Agent }): ReactNode {
  const messages = useMessages(runsMessages);
  const { id, role, adapter, model, status, enabled } = agent;
  return (
    <li className={styles['row']}>
      <div className="grow">
        <p className={`${styles['rowTitle'] ?? ''} breaks`}>{id}</p>
        <p className="soft small breaks">
          {roleName(role)} · {adapter}
          {' · '}
          {model ?? messages.adapterChoice}
        </p>
      </div>
      {enabled ? <StateBadge state={status} /> : <Badge>{messages.disabled}</Badge>}
    </li>
  );
}
