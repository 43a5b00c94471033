import type { RunEvent } from '@galley/sdk';
import { Link } from '@tanstack/react-router';
import {
  Bot,
  Braces,
  Brain,
  CircleDot,
  Cog,
  GitPullRequestArrow,
  ListChecks,
  Lock,
  MessagesSquare,
  UserRound,
  Vote,
  type LucideIcon,
} from 'lucide-react';
import { createElement, useState, type ReactNode } from 'react';
import { formatDateTime, formatTime } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { IconButton } from '../../ui/index.ts';
import { eventText, payloadText } from './event-messages.ts';
import { feedMessages } from './feed-messages.ts';
import styles from './runs.module.css';

/** By the part of the event type before the dot. */
const icons = new Map<string, LucideIcon>([
  ['task', ListChecks],
  ['proposal', GitPullRequestArrow],
  ['vote', Vote],
  ['agent', Bot],
  ['orchestrator', Cog],
  ['human', UserRound],
  ['deliberation', MessagesSquare],
  ['resource', Lock],
  ['memory', Brain],
]);

export function EventRow({ event }: { readonly event: RunEvent }): ReactNode {
  const messages = useMessages(feedMessages);
  const [isOpen, setOpen] = useState(false);
  const proposal = payloadText(event.payload, 'proposal_id');
  return (
    <>
      <div className={styles['eventLine']}>
        <time dateTime={event.at} title={formatDateTime(event.at)} className="soft small">
          {formatTime(event.at)}
        </time>
        <EventIcon type={event.type} />
        <div className="grow">
          <p className="breaks">{eventText(event)}</p>
          <p className="soft small breaks">
            <code>{event.type}</code>
            {proposal && (
              <>
                {' · '}
                <Link to={'/proposals/$proposal'} params={{ proposal }}>
                  {messages.toProposal}
                </Link>
              </>
            )}
          </p>
        </div>
        <IconButton
          icon={Braces}
          kind="quiet"
          size="small"
          isExpanded={isOpen}
          onPress={() => setOpen(!isOpen)}
        >
          {isOpen ? messages.hidePayload : messages.showPayload}
        </IconButton>
      </div>
      {isOpen && (
        <pre className={styles['payload']} tabIndex={0}>
          {JSON.stringify(event.payload, null, 2)}
        </pre>
      )}
    </>
  );
}

function EventIcon({ type }: { readonly type: string }): ReactNode {
  return createElement(icons.get(type.split('.', 1)[0]!) ?? CircleDot, {
    'aria-hidden': true,
    size: 16,
    className: styles['eventIcon'],
  });
}
