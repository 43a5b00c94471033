import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { PendingWritesNotice } from '../../app/pending-writes-notice.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useStore } from '../../lib/store.ts';
import { Button, Page as Shown, useMinute } from '../../ui/index.ts';
import { UpcomingCard, OverdueNotice } from './upcoming-card.tsx';
import { AgentInboxCard } from './agent-inbox-card.tsx';
import { Checklist } from './checklist.tsx';
import { checklistMessages } from './checklist-messages.ts';
import { checklistChoice, isChecklistVisible, onboardingQuery } from './checklist-state.ts';
import { FirstSteps } from './first-steps.tsx';
import { HealthCard } from './health-card.tsx';
import styles from './home.module.css';
import { MyDocumentsCard } from './my-documents-card.tsx';
import { recentQuery } from './queries.ts';
import { RecentCard } from './recent-card.tsx';
import { RunCard } from './run-card.tsx';
import { ToReviewCard } from './to-review-card.tsx';
import { homeMessages } from './messages.ts';

export function Page(): ReactNode {
  const session = useSession();
  const title = useGreeting(session.name || session.username);
  const mayRead = hasCapability(session, 'documents.read', true);
  const recent = useQuery({ ...recentQuery, enabled: mayRead });
  const isEmpty = !mayRead || recent.data?.total === 0;
  const { steps, isShown, isManager } = useChecklist();
  return (
    <Shown title={title} actions={steps && !isShown && <ShowChecklist />}>
      <PendingWritesNotice />
      <OverdueNotice />
      {steps && isShown && <Checklist steps={steps} />}
      {isEmpty && !isManager && <FirstSteps />}
      <Cards isEmpty={isEmpty} mayRead={mayRead} />
    </Shown>
  );
}

function useChecklist() {
  const isManager = hasCapability(useSession(), 'config.manage');
  const { data: steps } = useQuery({ ...onboardingQuery, enabled: isManager });
  return { steps, isManager, isShown: isChecklistVisible(useStore(checklistChoice), steps) };
}

function Cards(props: { readonly isEmpty: boolean; readonly mayRead: boolean }): ReactNode {
  const { isEmpty, mayRead } = props;
  const session = useSession();
  return (
    <div className={styles['cards']}>
      {mayRead && !isEmpty && (
        <>
          <div className={styles['column']}>
            {hasCapability(session, 'documents.review') && <ToReviewCard />}
            <AgentInboxCard />
            <MyDocumentsCard />
            <OperatorCards />
          </div>
          <div className={styles['column']}>
            <UpcomingCard />
            <RecentCard />
          </div>
        </>
      )}
      {isEmpty && (
        <>
          <AgentInboxCard />
          <OperatorCards />
        </>
      )}
    </div>
  );
}

function ShowChecklist(): ReactNode {
  const messages = useMessages(checklistMessages);
  return (
    <Button kind="quiet" size="small" onPress={() => checklistChoice.set('open')}>
      {messages.show}
    </Button>
  );
}

function OperatorCards(): ReactNode {
  const session = useSession();
  return (
    <>
      {hasCapability(session, 'runs.read') && <RunCard />}
      {hasCapability(session, 'operations.manage') && <HealthCard />}
    </>
  );
}

function useGreeting(name: string): string {
  const messages = useMessages(homeMessages);
  const hour = new Date(useMinute()).getHours();
  if (hour >= 5 && hour < 12) return messages.morning({ name });
  return hour >= 12 && hour < 18 ? messages.day({ name }) : messages.evening({ name });
}
