import type { Deliberation } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Button, Panel, QueryBoundary, Time } from '../../ui/index.ts';
import { messageMessages } from './message-messages.ts';
import { deliberationsQuery, maxItems, postsQuery } from './queries.ts';
import styles from './runs.module.css';
import { useWorkspace } from './workspace.tsx';

/** Hidden without a deliberation, since most runs have none. */
export function DeliberationPanel({ run }: { readonly run: string }): ReactNode {
  const messages = useMessages(messageMessages);
  const { data: deliberations = [] } = useQuery(deliberationsQuery(useWorkspace(), run));
  if (deliberations.length === 0) return null;
  return (
    <Panel title={messages.deliberations} isFlush>
      <ul className={styles['rows']}>
        {deliberations.map((one) => (
          <DeliberationRow key={one.id} deliberation={one} />
        ))}
      </ul>
    </Panel>
  );
}

function DeliberationRow({ deliberation }: { readonly deliberation: Deliberation }): ReactNode {
  const { id, topic, created_by: by, created_at: at } = deliberation;
  const messages = useMessages(messageMessages);
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={styles['row']}>
      <div className="grow stack">
        <div>
          <Button
            kind="quiet"
            size="small"
            isExpanded={isOpen}
            onPress={() => setOpen((before) => !before)}
          >
            {topic}
          </Button>
          <p className="soft small breaks">
            {messages.openedBy({ who: by })} · <Time at={at} />
          </p>
        </div>
        {isOpen && <Posts deliberation={id} />}
      </div>
    </li>
  );
}

function Posts({ deliberation }: { readonly deliberation: string }): ReactNode {
  const messages = useMessages(messageMessages);
  const query = useQuery(postsQuery(useWorkspace(), deliberation));
  return (
    <QueryBoundary query={query} lines={2}>
      {(posts) =>
        posts.length === 0 ? (
          <p className="soft small">{messages.noPosts}</p>
        ) : (
          <ol className={styles['posts']}>
            {posts.map(({ id, agent_id: agent, body, posted_at: at }) => (
              <li key={id}>
                <p className="soft small breaks">
                  {agent} · <Time at={at} />
                </p>
                <p className={`${styles['said'] ?? ''} breaks`}>{body}</p>
              </li>
            ))}
            {posts.length >= maxItems && <li>{messages.truncated({ count: maxItems })}</li>}
          </ol>
        )
      }
    </QueryBoundary>
  );
}
