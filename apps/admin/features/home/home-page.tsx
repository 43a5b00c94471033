import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { may, useSession } from '../../app/session.ts';
import { UnwrittenNotice } from '../../app/unwritten-notice.tsx';
import { useWords } from '../../lib/words.ts';
import { Page as Shown, useMinute } from '../../ui/index.ts';
import { ComingCard, OverdueNotice } from './coming-card.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HealthCard } from './health-card.tsx';
import styles from './home.module.css';
import { MineCard } from './mine-card.tsx';
import { recentQuery } from './queries.ts';
import { RecentCard } from './recent-card.tsx';
import { RunCard } from './run-card.tsx';
import { ToReviewCard } from './to-review-card.tsx';
import { homeWords } from './words.ts';

export function Page(): ReactNode {
  const session = useSession();
  const title = useGreeting(session.name || session.username);
  const mayRead = may(session, 'documents.read', true);
  const recent = useQuery({ ...recentQuery, enabled: mayRead });
  const isEmpty = !mayRead || recent.data?.total === 0;
  return (
    <Shown title={title}>
      <UnwrittenNotice />
      <OverdueNotice />
      {isEmpty && <FirstSteps />}
      <div className={styles['cards']}>
        {mayRead && !isEmpty && (
          <>
            <div className={styles['column']}>
              {may(session, 'documents.review') && <ToReviewCard />}
              <MineCard />
              <Besides />
            </div>
            <div className={styles['column']}>
              <ComingCard />
              <RecentCard />
            </div>
          </>
        )}
        {isEmpty && <Besides />}
      </div>
    </Shown>
  );
}

/** Cards for users who operate the server and the agents. */
function Besides(): ReactNode {
  const session = useSession();
  return (
    <>
      {may(session, 'runs.read') && <RunCard />}
      {may(session, 'operations.manage') && <HealthCard />}
    </>
  );
}

function useGreeting(name: string): string {
  const words = useWords(homeWords);
  const hour = new Date(useMinute()).getHours();
  if (hour >= 5 && hour < 12) return words.morning(name);
  return hour >= 12 && hour < 18 ? words.day(name) : words.evening(name);
}
