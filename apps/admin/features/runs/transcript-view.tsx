import type { AgentSession } from '@galley/sdk';
import { MessageSquareText } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Button, EmptyState, Skeleton } from '../../ui/index.ts';
import styles from './transcript.module.css';
import { sessionMessages } from './session-messages.ts';
import { TranscriptRow } from './transcript-row.tsx';
import { transcriptOf } from './transcript.ts';
import type { Transcript } from './use-transcript.ts';

export function TranscriptView(props: {
  readonly session: AgentSession;
  readonly transcript: Transcript;
}): ReactNode {
  const { session, transcript } = props;
  const messages = useMessages(sessionMessages);
  const { events, state } = transcript;
  const entries = useMemo(() => transcriptOf(events), [events]);
  if (entries.length === 0) return <NoEvents session={session} transcript={transcript} />;
  return (
    <>
      <ol className={styles['transcript']} aria-label={messages.transcript}>
        {entries.map((entry) => (
          <li key={entry.seq} className={styles['entry']}>
            <TranscriptRow entry={entry} />
          </li>
        ))}
      </ol>
      {state === 'paused' && (
        <div className={styles['entry']}>
          <Button kind="quiet" onPress={transcript.showMore}>
            {messages.showMore}
          </Button>
        </div>
      )}
    </>
  );
}

function NoEvents(props: {
  readonly session: AgentSession;
  readonly transcript: Transcript;
}): ReactNode {
  const messages = useMessages(sessionMessages);
  const { session, transcript } = props;
  if (session.events_removed_at)
    return <Empty title={messages.removed}>{messages.removedText}</Empty>;
  if (transcript.state === 'over')
    return <Empty title={messages.noOutput}>{messages.noOutputText}</Empty>;
  if (transcript.state === 'live')
    return <Empty title={messages.noEvents}>{messages.noEventsText}</Empty>;
  return (
    <div className={styles['entry']}>
      <Skeleton lines={8} />
    </div>
  );
}

function Empty({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <EmptyState icon={MessageSquareText} title={title}>
      {children}
    </EmptyState>
  );
}
