import type { DocumentSchedule } from '@galley/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDateTime, dayAndDate, formatTime } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Panel, RowKeys } from '../../ui/index.ts';
import { noonOf, type Day } from './calendar.ts';
import styles from './home.module.css';
import { entryKey, type CalendarEntry } from './calendar-entry.tsx';
import { calendarMessages } from './calendar-messages.ts';

export function Overdue({ acts }: { readonly acts: DocumentSchedule['items'] }): ReactNode {
  const messages = useMessages(calendarMessages);
  return (
    <Panel title={messages.overdue} about={messages.overdueAbout} isFlush>
      <ul className={styles['rows']}>
        {acts.map(({ path, title, act, due_at: at, reason }) => (
          <li key={`${path} ${act}`}>
            <ActLink path={path}>
              <span className="grow">
                <span className={`${styles['rowTitle']} breaks`}>{title || path}</span>
                <span className="soft small block">
                  {messages[act]}, <time dateTime={at}>{formatDateTime(at)}</time>
                </span>
                <span className={`${styles['reason']} small`}>{reason ?? messages.noReason}</span>
              </span>
              <Badge tone="bad">{messages.overdue}</Badge>
            </ActLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function Agenda({
  days,
}: {
  readonly days: ReadonlyMap<Day, readonly CalendarEntry[]>;
}): ReactNode {
  const messages = useMessages(calendarMessages);
  return (
    <Panel title={messages.agenda} isFlush>
      <RowKeys>
        {[...days].map(([day, entries]) => (
          <AgendaDay key={day} day={day} entries={entries} />
        ))}
      </RowKeys>
    </Panel>
  );
}

const tones = { publish: 'good', unpublish: 'warn', due: 'info' } as const;

function AgendaDay(props: {
  readonly day: Day;
  readonly entries: readonly CalendarEntry[];
}): ReactNode {
  const { day, entries } = props;
  const messages = useMessages(calendarMessages);
  return (
    <section className={styles['agendaDay']}>
      <h3 className={styles['dayName']}>{dayAndDate(noonOf(day))}</h3>
      <ul>
        {entries.map((entry) => (
          <li key={entryKey(entry)}>
            <ActLink path={entry.path}>
              {entry.at !== null && (
                <time className={styles['clock']} dateTime={entry.at}>
                  {formatTime(entry.at)}
                </time>
              )}
              <span className={`${styles['rowTitle']} grow breaks`}>
                {entry.title || entry.path}
              </span>
              <Badge tone={entry.is_overdue ? 'bad' : tones[entry.kind]}>
                {messages[entry.is_overdue ? 'overdue' : entry.kind]}
              </Badge>
            </ActLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ActLink(props: { readonly path: string; readonly children: ReactNode }): ReactNode {
  return (
    <Link to={'/edit/$'} params={{ _splat: props.path }} className={styles['row']} data-row>
      {props.children}
    </Link>
  );
}
