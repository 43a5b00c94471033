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
import { dateTime, timeOfDay } from '../../lib/format.ts';
import { useWords } from '../../lib/words.ts';
import { IconButton } from '../../ui/index.ts';
import { eventText, textAt } from './event-words.ts';
import { feedWords } from './feed-words.ts';
import styles from './runs.module.css';

/** Icons by the part of the event type before the dot. */
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
  const words = useWords(feedWords);
  const [isOpen, setOpen] = useState(false);
  const proposal = textAt(event.payload, 'proposal_id');
  return (
    <>
      <div className={styles['eventLine']}>
        <time dateTime={event.at} title={dateTime(event.at)} className="soft small">
          {timeOfDay(event.at)}
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
                  {words.toProposal}
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
          {isOpen ? words.hidePayload : words.showPayload}
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
