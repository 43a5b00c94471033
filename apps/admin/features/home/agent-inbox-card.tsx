import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { countInbox, useAgentInbox } from '../../app/agent-inbox.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Panel } from '../../ui/index.ts';
import { AgentInboxRow, useAgentInboxGroups } from '../review/agent-inbox-groups.tsx';
import { agentInboxMessages } from '../review/agent-inbox-messages.ts';
import { homeMessages } from './messages.ts';
import styles from './home.module.css';

const maxShown = 6;

/** Hidden while agents need nothing. */
export function AgentInboxCard(): ReactNode {
  const messages = useMessages(agentInboxMessages);
  const home = useMessages(homeMessages);
  const inbox = useAgentInbox();
  const items = useAgentInboxGroups(inbox)
    .flatMap((group) => group.items)
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  if (items.length === 0) return null;
  const link = (
    <Link to={'/review'} className="small">
      {home.allReviews}
    </Link>
  );
  const left = countInbox(inbox) - Math.min(items.length, maxShown);
  return (
    <Panel title={messages.title} actions={link} isFlush>
      <ul>
        {items.slice(0, maxShown).map((item) => (
          <AgentInboxRow key={item.id} item={item} />
        ))}
      </ul>
      {left > 0 && (
        <p className={styles['foot']}>
          <Link to={'/review'}>
            <Badge>{messages.more({ count: left })}</Badge>
          </Link>
        </p>
      )}
    </Panel>
  );
}
