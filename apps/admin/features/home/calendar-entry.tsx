import type { Calendar } from '@galley/sdk';
import { Link } from '@tanstack/react-router';
import type { DragEvent, KeyboardEvent, ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { formatTime } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { classNames } from '../../ui/index.ts';
import { addDays, dayOfInstant, type Day } from './calendar.ts';
import { calendarMessages } from './calendar-messages.ts';
import styles from './home.module.css';

export type CalendarEntry = Calendar['items'][number];

export const entryKey = ({ kind, path }: CalendarEntry): string => `${kind} ${path}`;

/** Times as a person sees them; a deadline is a day wherever one is. */
export const dayOfEntry = ({ at, day }: CalendarEntry): Day =>
  at === null ? day : dayOfInstant(new Date(at));

export function byDay(entries: readonly CalendarEntry[]): ReadonlyMap<Day, CalendarEntry[]> {
  return Map.groupBy(entries, dayOfEntry);
}

export const dragType = 'application/x-galley-calendar-entry';

const daysByKey: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

/** A drag, or Alt with an arrow key, moves the entry to another day. */
export function EntryChip(props: {
  readonly entry: CalendarEntry;
  readonly onMove: (entry: CalendarEntry, day: Day) => void;
}): ReactNode {
  const { entry, onMove } = props;
  const { path, title, kind, at, is_overdue: isLate } = entry;
  const messages = useMessages(calendarMessages);
  const mayMove = useMayMove(kind);
  const time = at === null ? '' : `${formatTime(at)} `;
  const onDragStart = (event: DragEvent) => {
    event.dataTransfer.setData(dragType, JSON.stringify(entry));
    event.dataTransfer.effectAllowed = 'move';
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const days = event.altKey ? daysByKey[event.key] : undefined;
    if (days === undefined || !mayMove) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(entry, addDays(dayOfEntry(entry), days));
  };
  return (
    <Link
      to={'/edit/$'}
      params={{ _splat: path }}
      data-entry={entryKey(entry)}
      title={`${time}${messages[kind]}: ${title || path}`}
      draggable={mayMove}
      onDragStart={onDragStart}
      onKeyDown={onKeyDown}
      className={classNames(styles['act'], styles[kind], isLate && styles['late'])}
    >
      {time}
      <span className={at === null ? undefined : 'sr-only'}>{messages[kind]}: </span>
      {title || path}
      {isLate && <span className="sr-only"> ({messages.overdue})</span>}
    </Link>
  );
}

function useMayMove(kind: CalendarEntry['kind']): boolean {
  const session = useSession();
  return hasCapability(session, kind === 'due' ? 'documents.assign' : 'documents.publish', true);
}
