import type { Agent } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Bot } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { Badge, Empty, Loading, Panel } from '../../ui/index.ts';
import { agentsQuery } from './queries.ts';
import styles from './runs.module.css';
import { StateBadge } from './state-badge.tsx';
import { roleName } from './state-words.ts';
import { runsWords } from './words.ts';
import { useWorkspace } from './workspace.tsx';

export function AgentPanel(): ReactNode {
  const words = useWords(runsWords);
  const query = useQuery(agentsQuery(useWorkspace()));
  return (
    <Panel title={words.agents} isFlush>
      <Loading query={query}>
        {(agents) =>
          agents.length === 0 ? (
            <Empty icon={Bot} title={words.noAgents}>
              {words.noAgentsText}
            </Empty>
          ) : (
            <ul className={styles['rows']}>
              {agents.map((agent) => (
                <AgentRow key={agent.id} agent={agent} />
              ))}
            </ul>
          )
        }
      </Loading>
    </Panel>
  );
}

function AgentRow({ agent }: { readonly agent: Agent }): ReactNode {
  const words = useWords(runsWords);
  const { id, role, adapter, model, status, enabled } = agent;
  return (
    <li className={styles['row']}>
      <div className="grow">
        <p className={`${styles['rowTitle'] ?? ''} breaks`}>{id}</p>
        <p className="soft small breaks">
          {roleName(role)} · {adapter}
          {' · '}
          {model ?? words.adapterChoice}
        </p>
      </div>
      {enabled ? <StateBadge state={status} /> : <Badge>{words.disabled}</Badge>}
    </li>
  );
}
