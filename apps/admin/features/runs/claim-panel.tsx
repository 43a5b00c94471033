import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { Loading, Panel, Time } from '../../ui/index.ts';
import { claimsQuery } from './queries.ts';
import styles from './runs.module.css';
import { runsWords } from './words.ts';
import { useWorkspace } from './workspace.tsx';

export function ClaimPanel(): ReactNode {
  const words = useWords(runsWords);
  const query = useQuery(claimsQuery(useWorkspace()));
  return (
    <Panel title={words.claims} isFlush>
      <Loading query={query} lines={2}>
        {(claims) =>
          claims.length === 0 ? (
            <p className={styles['hint']}>{words.noClaims}</p>
          ) : (
            <ul className={styles['rows']}>
              {claims.map(({ id, resource, agent_id, expires_at }) => (
                <li key={id} className={styles['row']}>
                  <div className="grow">
                    <code className="breaks">{resource}</code>
                    <p className="soft small breaks">
                      {agent_id} · {words.claimUntil} <Time at={expires_at} />
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
    </Panel>
  );
}
