import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { searchText, useAddress } from '../../lib/address.ts';
import { localeOf, longDate, monthAndYear, formatTime, weekdayName } from '../../lib/format.ts';
import { useLanguage, useMessages } from '../../lib/messages.ts';
import { Button, classNames, IconButton } from '../../ui/index.ts';
import {
  addDays,
  addMonths,
  dayOfInstant,
  monthOf,
  noonOf,
  parseMonth,
  weekStart,
  weeksOf,
  type Day,
  type Month,
} from './calendar.ts';
import styles from './home.module.css';
import type { ScheduledActions } from './scheduled-actions.ts';
import { scheduleMessages } from './schedule-messages.ts';

const maxShown = 3;

/** Arrow keys move by day, Page Up and Page Down by month. */
export function MonthCalendar({
  days,
}: {
  readonly days: ReadonlyMap<Day, ScheduledActions>;
}): ReactNode {
  const [search, change] = useAddress();
  const today = dayOfInstant(new Date());
  const month = parseMonth(searchText(search['month'])) ?? monthOf(today);
  const [focused, setFocused] = useState<Day | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const here = focused && monthOf(focused) === month ? focused : firstDay(month, today);
  const show = (wanted: Month) => change({ month: wanted === monthOf(today) ? undefined : wanted });
  const go = (day: Day) => {
    setFocused(day);
    if (monthOf(day) !== month) show(monthOf(day));
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
  return (
    <section className={`panel flush ${styles['clipped']}`}>
      <MonthHead month={month} onShow={show} />
      <table ref={table} className={styles['calendar']} onKeyDown={onKeyDown} role="grid">
        <Weekdays month={month} />
        <tbody>
          {weeksOf(month, useWeekStart()).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  acts={days.get(day) ?? []}
                  isOutside={monthOf(day) !== month}
                  isToday={day === today}
                  isHere={day === here}
                  onFocus={() => setFocused(day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function firstDay(month: Month, today: Day): Day {
  return monthOf(today) === month ? today : `${month}-01`;
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

function useWeekStart(): number {
  // For the user's own language, the browser knows the region, and so the first day of the week.
  const language = useLanguage();
  const own = navigator.language;
  return weekStart(own.startsWith(language) ? own : localeOf(language));
}

function MonthHead(props: {
  readonly month: Month;
  readonly onShow: (month: Month) => void;
}): ReactNode {
  const { month, onShow } = props;
  const messages = useMessages(scheduleMessages);
  return (
    <header className="panel-head">
      <h2 className="grow" aria-live="polite">
        {monthAndYear(noonOf(`${month}-01`))}
      </h2>
      <Button size="small" onPress={() => onShow(monthOf(dayOfInstant(new Date())))}>
        {messages.today}
      </Button>
      <IconButton size="small" icon={ChevronLeft} onPress={() => onShow(addMonths(month, -1))}>
        {messages.previous}
      </IconButton>
      <IconButton size="small" icon={ChevronRight} onPress={() => onShow(addMonths(month, 1))}>
        {messages.next}
      </IconButton>
    </header>
  );
}

function Weekdays({ month }: { readonly month: Month }): ReactNode {
  const [week] = weeksOf(month, useWeekStart());
  return (
    <thead>
      <tr>
        {week!.map((day) => (
          <th key={day} scope="col">
            <span aria-hidden>{weekdayName(noonOf(day), 'short')}</span>
            <span className="sr-only">{weekdayName(noonOf(day), 'long')}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

function DayCell(props: {
  readonly day: Day;
  readonly acts: ScheduledActions;
  readonly isOutside: boolean;
  readonly isToday: boolean;
  readonly isHere: boolean;
  readonly onFocus: () => void;
}): ReactNode {
  const { day, acts, isOutside, isToday, isHere, onFocus } = props;
  const messages = useMessages(scheduleMessages);
  const shown = acts.length > maxShown + 1 ? acts.slice(0, maxShown) : acts;
  return (
    <td
      role="gridcell"
      data-day={day}
      tabIndex={isHere ? 0 : -1}
      aria-current={isToday ? 'date' : undefined}
      className={classNames(isOutside && styles['outside'], isToday && styles['today'])}
      onFocus={(event) => {
        if (event.target === event.currentTarget) onFocus();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        event.currentTarget.querySelector<HTMLElement>('a')?.focus();
      }}
    >
      <span className="sr-only">
        {messages.actsOf({ day: longDate(noonOf(day)), count: acts.length })}
      </span>
      <span className={styles['dayNumber']} aria-hidden>
        {Number(day.slice(8))}
      </span>
      {shown.map((act) => (
        <ScheduledActionChip key={`${act.path} ${act.act}`} act={act} />
      ))}
      {acts.length > shown.length && (
        <Link to="." search={{ view: 'agenda' }} className={styles['more']}>
          {messages.more({ count: acts.length - shown.length })}
        </Link>
      )}
    </td>
  );
}

function ScheduledActionChip({ act }: { readonly act: ScheduledActions[number] }): ReactNode {
  const { path, title, act: what, due_at: at, is_overdue: isLate } = act;
  const messages = useMessages(scheduleMessages);
  const about = `${formatTime(at)} ${messages[what]}: ${title || path}`;
  return (
    <Link
      to={'/edit/$'}
      params={{ _splat: path }}
      title={about}
      className={classNames(
        styles['act'],
        what === 'unpublish' && styles['unpublish'],
        isLate && styles['late'],
      )}
    >
      {formatTime(at)} <span className="sr-only">{messages[what]}: </span>
      {title || path}
    </Link>
  );
}
