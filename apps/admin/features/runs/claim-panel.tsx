import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { QueryBoundary, Panel, Time } from '../../ui/index.ts';
import { claimsQuery } from './queries.ts';
import styles from './runs.module.css';
import { runsMessages } from './messages.ts';
import { useWorkspace } from './workspace.tsx';

export function ClaimPanel({ run }: { readonly run: string }): ReactNode {
  const messages = useMessages(runsMessages);
  const query = useQuery(claimsQuery(useWorkspace(), run));
  return (
    <Panel title={messages.claims} isFlush>
      <QueryBoundary query={query} lines={2}>
        {(claims) =>
          claims.length === 0 ? (
            <p className={styles['hint']}>{messages.noClaims}</p>
          ) : (
            <ul className={styles['rows']}>
              {claims.map(({ id, resource, agent_id, expires_at }) => (
                <li key={id} className={styles['row']}>
                  <div className="grow">
                    <code className="breaks">{resource}</code>
                    <p className="soft small breaks">
                      {agent_id} · {messages.claimUntil} <Time at={expires_at} />
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </Panel>
  );
}
