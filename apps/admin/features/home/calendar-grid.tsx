import { Link } from '@tanstack/react-router';
import {
  useEffect,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { longDate, weekdayName } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { classNames } from '../../ui/index.ts';
import { addDays, addMonths, dayOfInstant, monthOf, noonOf, type Day } from './calendar.ts';
import { dragType, EntryChip, entryKey, type CalendarEntry } from './calendar-entry.tsx';
import { calendarMessages } from './calendar-messages.ts';
import styles from './home.module.css';

const maxShown = 3;

interface GridProps {
  readonly weeks: readonly (readonly Day[])[];
  /** Days of other months are shown dimmed; absent in the view of a week, which shows all entries. */
  readonly month?: string;
  readonly days: ReadonlyMap<Day, readonly CalendarEntry[]>;
  /** Day that was moved to by keyboard, which may lie outside of what is shown. */
  readonly onShowDay: (day: Day) => void;
  readonly onMove: (entry: CalendarEntry, day: Day) => Promise<void>;
}

/** Arrow keys move by day, Page Up and Page Down by month. */
export function CalendarGrid(props: GridProps): ReactNode {
  const { weeks, month, days, onShowDay, onMove } = props;
  const today = dayOfInstant(new Date());
  const [focused, setFocused] = useState<Day | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const shown = weeks.flat();
  const first = shown.includes(today) ? today : shown.find((day) => monthOf(day) === month);
  const here = focused && shown.includes(focused) ? focused : (first ?? shown[0]!);
  const followedRef = useFollowedEntry(table, days);
  const go = (day: Day) => {
    setFocused(day);
    onShowDay(day);
    // The day may belong to a month that renders only now.
    requestAnimationFrame(() =>
      table.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus(),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = dayAfter(event.key, here);
    if (wanted === undefined || event.target instanceof HTMLAnchorElement) return;
    event.preventDefault();
    go(wanted);
  };
  const move = (entry: CalendarEntry, day: Day) => {
    followedRef.current = entryKey(entry);
    onShowDay(day);
    void onMove(entry, day);
  };
  return (
    <table
      ref={table}
      className={classNames(styles['calendar'], month === undefined && styles['wholeWeek'])}
      onKeyDown={onKeyDown}
      role="grid"
    >
      <Weekdays week={weeks[0]!} />
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <DayCell
                key={day}
                day={day}
                entries={days.get(day) ?? []}
                maxEntries={month === undefined ? Infinity : maxShown}
                isOutside={month !== undefined && monthOf(day) !== month}
                isToday={day === today}
                isHere={day === here}
                onFocus={() => setFocused(day)}
                onMove={move}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Focus follows an entry that was moved by keyboard once its new day is loaded. */
function useFollowedEntry(
  table: React.RefObject<HTMLTableElement | null>,
  days: GridProps['days'],
) {
  const followed = useRef<string | null>(null);
  useEffect(() => {
    const key = followed.current;
    if (key === null || table.current?.contains(document.activeElement)) return;
    table.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(key)}"]`)?.focus();
  }, [days, table]);
  return followed;
}

function dayAfter(key: string, day: Day): Day | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'PageUp':
      return `${addMonths(monthOf(day), -1)}-01`;
    case 'PageDown':
      return `${addMonths(monthOf(day), 1)}-01`;
    default:
      return undefined;
  }
}

function Weekdays({ week }: { readonly week: readonly Day[] }): ReactNode {
  return (
    <thead>
      <tr>
        {week.map((day) => (
          <th key={day} scope="col">
            <span aria-hidden>{weekdayName(noonOf(day), 'short')}</span>
            <span className="sr-only">{weekdayName(noonOf(day), 'long')}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface CellProps {
  readonly day: Day;
  readonly entries: readonly CalendarEntry[];
  readonly maxEntries: number;
  readonly isOutside: boolean;
  readonly isToday: boolean;
  readonly isHere: boolean;
  readonly onFocus: () => void;
  readonly onMove: (entry: CalendarEntry, day: Day) => void;
}

function DayCell(props: CellProps): ReactNode {
  const { day, entries, maxEntries, isOutside, isToday, isHere, onFocus, onMove } = props;
  const messages = useMessages(calendarMessages);
  const [isTarget, dropEvents] = useDrop((entry) => onMove(entry, day));
  const shown = entries.length > maxEntries + 1 ? entries.slice(0, maxEntries) : entries;
  return (
    <td
      role="gridcell"
      data-day={day}
      tabIndex={isHere ? 0 : -1}
      aria-current={isToday ? 'date' : undefined}
      className={classNames(
        isOutside && styles['outside'],
        isToday && styles['today'],
        isTarget && styles['dropTarget'],
      )}
      onFocus={(event) => {
        if (event.target === event.currentTarget) onFocus();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        event.currentTarget.querySelector<HTMLElement>('a')?.focus();
      }}
      {...dropEvents}
    >
      <span className="sr-only">
        {messages.entriesOf({ day: longDate(noonOf(day)), count: entries.length })}
      </span>
      <span className={styles['dayNumber']} aria-hidden>
        {Number(day.slice(8))}
      </span>
      {shown.map((entry) => (
        <EntryChip key={entryKey(entry)} entry={entry} onMove={onMove} />
      ))}
      {entries.length > shown.length && (
        <Link to="." search={{ view: 'week', day }} className={styles['more']}>
          {messages.more({ count: entries.length - shown.length })}
        </Link>
      )}
    </td>
  );
}

function useDrop(onDrop: (entry: CalendarEntry) => void) {
  const [isTarget, setTarget] = useState(false);
  const accepts = (event: DragEvent) => event.dataTransfer.types.includes(dragType);
  const events = {
    onDragOver: (event: DragEvent) => {
      if (!accepts(event)) return;
      event.preventDefault();
      setTarget(true);
    },
    onDragLeave: () => setTarget(false),
    onDrop: (event: DragEvent) => {
      setTarget(false);
      if (!accepts(event)) return;
      event.preventDefault();
      onDrop(JSON.parse(event.dataTransfer.getData(dragType)) as CalendarEntry);
    },
  };
  return [isTarget, events] as const;
}
