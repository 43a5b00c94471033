import type { Calendar, DocumentSchedule } from '@galley/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  CalendarClock,
  CalendarDays,
  CalendarRange,
  ChevronLeft,
  ChevronRight,
  List,
} from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { oneOf, searchText, useAddress } from '../../lib/address.ts';
import { localeOf, longDate, monthAndYear } from '../../lib/format.ts';
import { useLanguage, useMessages } from '../../lib/messages.ts';
import { useWideScreen } from '../../lib/use-wide-screen.ts';
import {
  Button,
  EmptyState,
  IconButton,
  QueryBoundary,
  Page as Shown,
  Time,
} from '../../ui/index.ts';
import { Agenda, Overdue } from './calendar-agenda.tsx';
import { byDay } from './calendar-entry.tsx';
import { CalendarFeedButton } from './calendar-feed.tsx';
import { CalendarGrid } from './calendar-grid.tsx';
import { calendarMessages } from './calendar-messages.ts';
import {
  addDays,
  addMonths,
  dayOfInstant,
  monthOf,
  noonOf,
  parseDay,
  parseMonth,
  weekOf,
  weekStart,
  weeksOf,
  type Day,
} from './calendar.ts';
import styles from './home.module.css';
import { moveEntry } from './move-entry.ts';
import { calendarQuery, scheduleQuery } from './queries.ts';

const views = ['month', 'week', 'agenda'] as const;
type View = (typeof views)[number];
const icons = { month: CalendarDays, week: CalendarRange, agenda: List } as const;

/** Agenda, in days from today. */
const agendaBefore = 31;
const agendaAfter = 180;

export function Page(): ReactNode {
  const messages = useMessages(calendarMessages);
  const schedule = useQuery(scheduleQuery);
  const [search, change] = useAddress();
  const isWide = useWideScreen();
  const view = isWide ? oneOf(search['view'], views) : 'agenda';
  const choice = isWide && (
    <span className="row" role="group" aria-label={messages.views}>
      {views.map((one) => (
        <Button
          key={one}
          icon={icons[one]}
          isPressed={one === view}
          onPress={() => change({ view: one === 'month' ? undefined : one })}
        >
          {messages[one]}
        </Button>
      ))}
    </span>
  );
  const actions = (
    <>
      <CalendarFeedButton />
      {choice}
    </>
  );
  return (
    <Shown title={messages.title} about={messages.about} actions={actions}>
      <QueryBoundary query={schedule} lines={10}>
        {(planned) => (
          <>
            <Late schedule={planned} />
            {view === 'agenda' ? <WholeAgenda /> : <Grid view={view} />}
            <p className="soft small">
              {view !== 'agenda' && `${messages.moveHelp} `}
              <LastRun schedule={planned} />
            </p>
          </>
        )}
      </QueryBoundary>
    </Shown>
  );
}

function Late({ schedule: { items } }: { readonly schedule: DocumentSchedule }): ReactNode {
  const late = items.filter(({ is_overdue: isLate }) => isLate);
  return late.length > 0 && <Overdue acts={late} />;
}

function LastRun({ schedule }: { readonly schedule: DocumentSchedule }): ReactNode {
  const messages = useMessages(calendarMessages);
  const { last_run_at: at } = schedule;
  if (at === null) return null;
  return (
    <>
      {messages.lastRun} <Time at={at} />.
    </>
  );
}

function WholeAgenda(): ReactNode {
  const messages = useMessages(calendarMessages);
  const today = dayOfInstant(new Date());
  const query = useQuery(calendarQuery(addDays(today, -agendaBefore), addDays(today, agendaAfter)));
  return (
    <QueryBoundary query={query} lines={8}>
      {({ items, is_complete: isComplete }) =>
        items.length === 0 ? (
          <section className="panel">
            <EmptyState icon={CalendarClock} title={messages.none}>
              {messages.noneText}
            </EmptyState>
          </section>
        ) : (
          <>
            <Agenda days={byDay(items.filter((one) => one.kind === 'due' || !one.is_overdue))} />
            {!isComplete && <p className="soft small">{messages.onlyFirst}</p>}
          </>
        )
      }
    </QueryBoundary>
  );
}

function Grid({ view }: { readonly view: Exclude<View, 'agenda'> }): ReactNode {
  const messages = useMessages(calendarMessages);
  const { weeks, month, show, step, title } = useCalendarRange(view);
  const shown = weeks.flat();
  // A day more on both sides: the days of the site may differ from those of the person.
  const query = useQuery({
    ...calendarQuery(addDays(shown[0]!, -1), addDays(shown.at(-1)!, 1)),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const days = useMemo(() => byDay(data?.items ?? []), [data]);
  const move = (entry: Calendar['items'][number], day: Day) =>
    moveEntry(entry, day, data?.time_zone ?? 'UTC');
  return (
    <section className={`panel flush ${styles['clipped']}`}>
      <header className="panel-head">
        <h2 className="grow" aria-live="polite">
          {title}
        </h2>
        <Button size="small" onPress={() => show(dayOfInstant(new Date()))}>
          {messages.today}
        </Button>
        <IconButton size="small" icon={ChevronLeft} onPress={() => show(step(-1))}>
          {messages.previous}
        </IconButton>
        <IconButton size="small" icon={ChevronRight} onPress={() => show(step(1))}>
          {messages.next}
        </IconButton>
      </header>
      <CalendarGrid
        weeks={weeks}
        {...(month !== undefined && { month })}
        days={days}
        onShowDay={(day) => {
          if (month === undefined ? !shown.includes(day) : monthOf(day) !== month) show(day);
        }}
        onMove={move}
      />
      {data?.is_complete === false && <p className="soft small">{messages.onlyFirst}</p>}
      {query.error && <QueryBoundary query={query}>{() => null}</QueryBoundary>}
    </section>
  );
}

/** Month and day are in the address; today has none. */
function useCalendarRange(view: Exclude<View, 'agenda'>) {
  const messages = useMessages(calendarMessages);
  const firstDay = useWeekStart();
  const [search, change] = useAddress();
  const today = dayOfInstant(new Date());
  if (view === 'week') {
    const day = parseDay(searchText(search['day'])) ?? today;
    const week = weekOf(day, firstDay);
    return {
      weeks: [week],
      month: undefined,
      title: messages.weekOf({ day: longDate(noonOf(week[0]!)) }),
      step: (by: number) => addDays(day, 7 * by),
      show: (wanted: Day) => change({ day: wanted === today ? undefined : wanted }),
    };
  }
  const month = parseMonth(searchText(search['month'])) ?? monthOf(today);
  return {
    weeks: weeksOf(month, firstDay),
    month,
    title: monthAndYear(noonOf(`${month}-01`)),
    step: (by: number) => `${addMonths(month, by)}-01`,
    show: (wanted: Day) =>
      change({ month: monthOf(wanted) === monthOf(today) ? undefined : monthOf(wanted) }),
  };
}

function useWeekStart(): number {
  // For the user's own language, the browser knows the region, and so the first day of the week.
  const language = useLanguage();
  const own = navigator.language;
  return weekStart(own.startsWith(language) ? own : localeOf(language));
}
