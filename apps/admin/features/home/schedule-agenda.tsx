import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDateTime, dayAndDate, formatTime } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Panel, RowKeys } from '../../ui/index.ts';
import { noonOf, type Day } from './calendar.ts';
import styles from './home.module.css';
import type { ScheduledActions } from './scheduled-actions.ts';
import { scheduleMessages } from './schedule-messages.ts';

export function Overdue({ acts }: { readonly acts: ScheduledActions }): ReactNode {
  const messages = useMessages(scheduleMessages);
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

export function Agenda({ days }: { readonly days: ReadonlyMap<Day, ScheduledActions> }): ReactNode {
  const messages = useMessages(scheduleMessages);
  return (
    <Panel title={messages.agenda} isFlush>
      <RowKeys>
        {[...days].map(([day, acts]) => (
          <AgendaDay key={day} day={day} acts={acts} />
        ))}
      </RowKeys>
    </Panel>
  );
}

function AgendaDay({
  day,
  acts,
}: {
  readonly day: Day;
  readonly acts: ScheduledActions;
}): ReactNode {
  const messages = useMessages(scheduleMessages);
  const coming = acts.filter(({ is_overdue: isLate }) => !isLate);
  if (coming.length === 0) return null;
  const name = dayAndDate(noonOf(day));
  return (
    <section className={styles['agendaDay']}>
      <h3 className={styles['dayName']}>{name}</h3>
      <ul>
        {coming.map(({ path, title, act, due_at: at }) => (
          <li key={`${path} ${act}`}>
            <ActLink path={path}>
              <time className={styles['clock']} dateTime={at}>
                {formatTime(at)}
              </time>
              <span className={`${styles['rowTitle']} grow breaks`}>{title || path}</span>
              <Badge tone={act === 'publish' ? 'good' : 'warn'}>{messages[act]}</Badge>
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
