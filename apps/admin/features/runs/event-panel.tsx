import type { RunEvent } from '@galley/sdk';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Activity, CirclePause, CirclePlay } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import {
  Button,
  EmptyState,
  ErrorNotice,
  Panel,
  Select,
  Skeleton,
  toastProblem,
} from '../../ui/index.ts';
import { useEventFeed, type EventFeed } from './event-feed.ts';
import { EventList } from './event-list.tsx';
import { feedMessages } from './feed-messages.ts';
import styles from './runs.module.css';
import { LiveBadge } from './state-badge.tsx';
import { useWorkspace } from './workspace.tsx';

/** Last event to show while the list is paused; null follows new events. */
interface Hold {
  readonly upTo: number;
  /** Paused with the button, as opposed to scrolling away from the newest events. */
  readonly isByHand: boolean;
}

export function EventPanel({ run }: { readonly run: string }): ReactNode {
  const messages = useMessages(feedMessages);
  const feed = useEventFeed(useWorkspace(), run);
  const { events, error } = feed;
  if (!events) {
    return (
      <Panel title={messages.events}>
        {error ? <ErrorNotice error={error} onRetry={feed.retry} /> : <Skeleton lines={8} />}
      </Panel>
    );
  }
  return <Events feed={feed} events={events} />;
}

function Events(props: {
  readonly feed: EventFeed;
  readonly events: readonly RunEvent[];
}): ReactNode {
  const { feed, events } = props;
  const messages = useMessages(feedMessages);
  const { order, type } = useFeedAddress();
  const [hold, setHold] = useState<Hold | null>(null);
  const last = Number(events.at(-1)?.id ?? 0);
  const held = hold ? events.filter(({ id }) => Number(id) <= hold.upTo) : events;
  const shown = listed(held, { order, type });
  const waiting = events.length - held.length;
  return (
    <Panel
      title={
        <span className="row">
          {messages.events} <LiveBadge state={feed.live} />
        </span>
      }
      actions={
        <Button
          size="small"
          icon={hold ? CirclePlay : CirclePause}
          onPress={() => setHold(hold ? null : { upTo: last, isByHand: true })}
        >
          {hold ? messages.follow : messages.pause}
          {waiting > 0 && ` · ${messages.waiting({ count: waiting })}`}
        </Button>
      }
      isFlush
    >
      <Filters events={events} />
      {shown.length === 0 ? (
        <NoEvents isFiltered={type !== ''} />
      ) : (
        <EventList
          events={shown}
          edge={order === 'oldest' ? 'bottom' : 'top'}
          isFollowing={hold === null}
          onEdge={(isAtEdge) => {
            if (!isAtEdge) setHold(hold ?? { upTo: last, isByHand: false });
            else if (hold && !hold.isByHand) setHold(null);
          }}
        />
      )}
      {feed.hasEarlier && <Earlier feed={feed} />}
    </Panel>
  );
}

interface FeedAddress {
  readonly order: 'newest' | 'oldest';
  /** Empty for all types. */
  readonly type: string;
}

function listed(events: readonly RunEvent[], { order, type }: FeedAddress): readonly RunEvent[] {
  const ofType = type === '' ? events : events.filter((event) => event.type === type);
  return order === 'oldest' ? ofType : ofType.toReversed();
}

function NoEvents({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  const messages = useMessages(feedMessages);
  return (
    <EmptyState icon={Activity} title={isFiltered ? messages.emptyType : messages.empty}>
      {!isFiltered && messages.emptyText}
    </EmptyState>
  );
}

function Earlier({ feed }: { readonly feed: EventFeed }): ReactNode {
  const messages = useMessages(feedMessages);
  return (
    <div className={styles['hint']}>
      <Button
        kind="quiet"
        isPending={feed.isLoadingEarlier}
        onPress={() => void feed.loadEarlier().catch(toastProblem)}
      >
        {messages.earlier}
      </Button>
    </div>
  );
}

function Filters({ events }: { readonly events: readonly RunEvent[] }): ReactNode {
  const messages = useMessages(feedMessages);
  const address = useFeedAddress();
  const navigate = useNavigate();
  const types = [...new Set(events.map(({ type }) => type).concat(address.type || []))].sort();
  const go = (change: Record<string, string | undefined>) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...change }),
      replace: true,
    });
  return (
    <div className={styles['filters']}>
      <Select
        label={messages.type}
        isLabelHidden
        value={address.type || all}
        onChange={(type) => go({ type: type === all ? undefined : type })}
        options={[
          { id: all, label: messages.allTypes },
          ...types.map((type) => ({ id: type, label: type })),
        ]}
      />
      <Select
        label={messages.order}
        isLabelHidden
        value={address.order}
        onChange={(order) => go({ order: order === 'newest' ? undefined : order })}
        options={[
          { id: 'newest', label: messages.newest },
          { id: 'oldest', label: messages.oldest },
        ]}
      />
    </div>
  );
}

/** Event types never contain a space. */
const all = ' all';

function useFeedAddress(): FeedAddress {
  const { order, type }: { order?: unknown; type?: unknown } = useSearch({ strict: false });
  return {
    order: order === 'oldest' ? 'oldest' : 'newest',
    type: typeof type === 'string' ? type.slice(0, 200) : '',
  };
}
