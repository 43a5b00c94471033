import type { RunEvent } from '@galley/sdk';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { EventRow } from './event-row.tsx';
import { feedMessages } from './feed-messages.ts';
import styles from './runs.module.css';

/** Pixels from the edge that count as being at it. */
const near = 48;

export function EventList(props: {
  readonly events: readonly RunEvent[];
  readonly edge: 'top' | 'bottom';
  readonly isFollowing: boolean;
  readonly onEdge: (isAtEdge: boolean) => void;
}): ReactNode {
  const { events, edge, isFollowing, onEdge } = props;
  const messages = useMessages(feedMessages);
  const box = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: events.length,
    getScrollElement: () => box.current,
    estimateSize: () => 44,
    overscan: 12,
    getItemKey: (place) => events[place]!.id,
  });
  const goToEdge = useEffectEvent(() => {
    if (events.length > 0)
      list.scrollToIndex(edge === 'top' ? 0 : events.length - 1, {
        align: edge === 'top' ? 'start' : 'end',
      });
  });
  const newest = events.at(edge === 'top' ? 0 : -1)?.id;
  useEffect(() => {
    if (isFollowing) goToEdge();
  }, [isFollowing, newest, edge]);
  return (
    <div
      ref={box}
      className={styles['feed']}
      role="region"
      aria-label={messages.events}
      tabIndex={0}
      onScroll={({ currentTarget: at }) => {
        const rest = at.scrollHeight - at.scrollTop - at.clientHeight;
        onEdge((edge === 'top' ? at.scrollTop : rest) < near);
      }}
    >
      <ol style={{ height: list.getTotalSize(), position: 'relative' }}>
        {list.getVirtualItems().map(({ key, index, start }) => (
          <li
            key={key}
            ref={list.measureElement}
            data-index={index}
            className={styles['event']}
            style={{ transform: `translateY(${start}px)` }}
          >
            <EventRow event={events[index]!} />
          </li>
        ))}
      </ol>
    </div>
  );
}
