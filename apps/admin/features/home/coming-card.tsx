import type { ScheduledAct } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { may, useSession } from '../../app/session.ts';
import { dateTime } from '../../lib/format.ts';
import { useWords } from '../../lib/words.ts';
import { Notice, useMinute } from '../../ui/index.ts';
import { Calm, Card, CardRow, CardRows } from './card.tsx';
import styles from './home.module.css';
import { scheduleQuery } from './queries.ts';
import { homeWords } from './words.ts';

const week = 7 * 86_400_000;
const mostShown = 6;

/** Schedule of the next seven days, without overdue items. */
export function ComingCard(): ReactNode {
  const words = useWords(homeWords);
  const query = useQuery(scheduleQuery);
  const end = useMinute() + week;
  const coming = ({ items }: { readonly items: readonly ScheduledAct[] }) =>
    items.filter(({ is_overdue: isLate, due_at: at }) => !isLate && Date.parse(at) <= end);
  return (
    <Card title={words.schedule} query={query} to="/schedule" all={words.wholeSchedule}>
      {(schedule) =>
        coming(schedule).length === 0 ? (
          <Calm>{words.scheduleNone}</Calm>
        ) : (
          <CardRows>
            {coming(schedule)
              .slice(0, mostShown)
              .map((act) => (
                <ActRow key={`${act.path} ${act.act}`} act={act} />
              ))}
          </CardRows>
        )
      }
    </Card>
  );
}

function ActRow({ act }: { readonly act: ScheduledAct }): ReactNode {
  const words = useWords(homeWords);
  return (
    <CardRow to="/edit/$" path={act.path} title={act.title} about={words[act.act]}>
      <time className={styles['time']} dateTime={act.due_at}>
        {dateTime(act.due_at)}
      </time>
    </CardRow>
  );
}

/** Warns of overdue scheduled actions; renders nothing when all ran on time. */
export function OverdueNotice(): ReactNode {
  const words = useWords(homeWords);
  const session = useSession();
  const { data } = useQuery({
    ...scheduleQuery,
    enabled: may(session, 'documents.read', true),
  });
  const late = data?.items.filter(({ is_overdue: isLate }) => isLate).length ?? 0;
  if (late === 0) return null;
  return (
    <Notice
      tone="bad"
      title={words.overdue}
      actions={
        <Link to={'/schedule'} className="button">
          {words.wholeSchedule}
        </Link>
      }
    >
      {words.overdueCount(late)}
    </Notice>
  );
}
