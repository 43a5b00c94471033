import type { DocumentSchedule } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, CalendarDays, List } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { oneOf, useAddress } from '../../lib/address.ts';
import { useWideScreen } from '../../lib/use-wide-screen.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, EmptyState, QueryBoundary, Page as Shown, Time } from '../../ui/index.ts';
import { scheduleQuery } from './queries.ts';
import { groupByDay } from './scheduled-actions.ts';
import { Agenda, Overdue } from './schedule-agenda.tsx';
import { MonthCalendar } from './schedule-month.tsx';
import { scheduleMessages } from './schedule-messages.ts';

const views = ['month', 'agenda'] as const;

export function Page(): ReactNode {
  const messages = useMessages(scheduleMessages);
  const query = useQuery(scheduleQuery);
  const [search, change] = useAddress();
  const isWide = useWideScreen();
  const view = isWide ? oneOf(search['view'], views) : 'agenda';
  const choice = isWide && (
    <span className="row" role="group" aria-label={messages.views}>
      {views.map((one) => (
        <Button
          key={one}
          icon={one === 'month' ? CalendarDays : List}
          isPressed={one === view}
          onPress={() => change({ view: one === 'month' ? undefined : one })}
        >
          {messages[one]}
        </Button>
      ))}
    </span>
  );
  return (
    <Shown title={messages.title} about={messages.about} actions={choice}>
      <QueryBoundary query={query} lines={10}>
        {(schedule) => <Planned schedule={schedule} view={view} />}
      </QueryBoundary>
    </Shown>
  );
}

function Planned(props: {
  readonly schedule: DocumentSchedule;
  readonly view: (typeof views)[number];
}): ReactNode {
  const { schedule, view } = props;
  const { items, last_run_at: lastRun } = schedule;
  const messages = useMessages(scheduleMessages);
  const days = useMemo(() => groupByDay(items), [items]);
  const late = items.filter(({ is_overdue: isLate }) => isLate);
  return (
    <>
      {late.length > 0 && <Overdue acts={late} />}
      {view === 'month' && <MonthCalendar days={days} />}
      {view === 'agenda' && items.length > late.length && <Agenda days={days} />}
      {view === 'agenda' && items.length === 0 && (
        <section className="panel">
          <EmptyState icon={CalendarClock} title={messages.none}>
            {messages.noneText}
          </EmptyState>
        </section>
      )}
      <p className="soft small">
        {items.length >= 200 && `${messages.onlyNext} `}
        {lastRun && (
          <>
            {messages.lastRun} <Time at={lastRun} />.
          </>
        )}
      </p>
    </>
  );
}
