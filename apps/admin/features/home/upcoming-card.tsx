import type { ScheduledAct } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { Notice, useMinute } from '../../ui/index.ts';
import { EmptyCardText, Card, CardRow, CardRows } from './card.tsx';
import styles from './home.module.css';
import { scheduleQuery } from './queries.ts';
import { homeMessages } from './messages.ts';

const weekMs = 7 * 86_400_000;
const maxShown = 6;

export function UpcomingCard(): ReactNode {
  const messages = useMessages(homeMessages);
  const query = useQuery(scheduleQuery);
  const end = useMinute() + weekMs;
  const coming = ({ items }: { readonly items: readonly ScheduledAct[] }) =>
    items.filter(({ is_overdue: isLate, due_at: at }) => !isLate && Date.parse(at) <= end);
  return (
    <Card title={messages.schedule} query={query} to="/schedule" all={messages.wholeSchedule}>
      {(schedule) =>
        coming(schedule).length === 0 ? (
          <EmptyCardText>{messages.scheduleNone}</EmptyCardText>
        ) : (
          <CardRows>
            {coming(schedule)
              .slice(0, maxShown)
              .map((act) => (
                <ScheduledActionRow key={`${act.path} ${act.act}`} act={act} />
              ))}
          </CardRows>
        )
      }
    </Card>
  );
}

function ScheduledActionRow({ act }: { readonly act: ScheduledAct }): ReactNode {
  const messages = useMessages(homeMessages);
  return (
    <CardRow to="/edit/$" path={act.path} title={act.title} about={messages[act.act]}>
      <time className={styles['time']} dateTime={act.due_at}>
        {formatDateTime(act.due_at)}
      </time>
    </CardRow>
  );
}

export function OverdueNotice(): ReactNode {
  const messages = useMessages(homeMessages);
  const session = useSession();
  const { data } = useQuery({
    ...scheduleQuery,
    enabled: hasCapability(session, 'documents.read', true),
  });
  const late = data?.items.filter(({ is_overdue: isLate }) => isLate).length ?? 0;
  if (late === 0) return null;
  return (
    <Notice
      tone="bad"
      title={messages.overdue}
      actions={
        <Link to={'/schedule'} className="button">
          {messages.wholeSchedule}
        </Link>
      }
    >
      {messages.overdueCount({ count: late })}
    </Notice>
  );
}
