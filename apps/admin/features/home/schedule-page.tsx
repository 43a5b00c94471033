import type { DocumentSchedule } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, CalendarDays, List } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { oneOf, useAddress } from '../../lib/address.ts';
import { useWide } from '../../lib/use-wide.ts';
import { useWords } from '../../lib/words.ts';
import { Button, Empty, Loading, Page as Shown, Time } from '../../ui/index.ts';
import { scheduleQuery } from './queries.ts';
import { byDay } from './schedule-acts.ts';
import { Agenda, Overdue } from './schedule-agenda.tsx';
import { MonthCalendar } from './schedule-month.tsx';
import { scheduleWords } from './schedule-words.ts';

const views = ['month', 'agenda'] as const;

export function Page(): ReactNode {
  const words = useWords(scheduleWords);
  const query = useQuery(scheduleQuery);
  const [search, change] = useAddress();
  const isWide = useWide();
  const view = isWide ? oneOf(search['view'], views) : 'agenda';
  const choice = isWide && (
    <span className="row" role="group" aria-label={words.views}>
      {views.map((one) => (
        <Button
          key={one}
          icon={one === 'month' ? CalendarDays : List}
          isPressed={one === view}
          onPress={() => change({ view: one === 'month' ? undefined : one })}
        >
          {words[one]}
        </Button>
      ))}
    </span>
  );
  return (
    <Shown title={words.title} about={words.about} actions={choice}>
      <Loading query={query} lines={10}>
        {(schedule) => <Planned schedule={schedule} view={view} />}
      </Loading>
    </Shown>
  );
}

function Planned(props: {
  readonly schedule: DocumentSchedule;
  readonly view: (typeof views)[number];
}): ReactNode {
  const { schedule, view } = props;
  const { items, last_run_at: lastRun } = schedule;
  const words = useWords(scheduleWords);
  const days = useMemo(() => byDay(items), [items]);
  const late = items.filter(({ is_overdue: isLate }) => isLate);
  return (
    <>
      {late.length > 0 && <Overdue acts={late} />}
      {view === 'month' && <MonthCalendar days={days} />}
      {view === 'agenda' && items.length > late.length && <Agenda days={days} />}
      {view === 'agenda' && items.length === 0 && (
        <section className="panel">
          <Empty icon={CalendarClock} title={words.none}>
            {words.noneText}
          </Empty>
        </section>
      )}
      <p className="soft small">
        {items.length >= 200 && `${words.onlyNext} `}
        {lastRun && (
          <>
            {words.lastRun} <Time at={lastRun} />.
          </>
        )}
      </p>
    </>
  );
}
