import type { DocumentSummary } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Inbox as InboxIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { countInbox, useAgentInbox } from '../../app/agent-inbox.ts';
import { hasCapability, useSession } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import { EmptyState, QueryBoundary, Page as Shown, Panel, RowKeys } from '../../ui/index.ts';
import { AgentInboxGroups } from './agent-inbox-groups.tsx';
import { InboxRow } from './inbox-row.tsx';
import { askedOfQuery, inboxOf, inReviewQuery, type Inbox } from './inbox.ts';
import styles from './review.module.css';
import { MediaReviews } from './media-reviews.tsx';
import { pendingMediaQuery } from './pending-media.ts';
import { reviewMessages } from './messages.ts';

export function Page(): ReactNode {
  const messages = useMessages(reviewMessages);
  const { username } = useSession();
  const all = useQuery(inReviewQuery);
  const asked = useQuery(askedOfQuery(username));
  const isThere = all.data && asked.data;
  const inbox = isThere && {
    ...inboxOf(username, all.data.items, asked.data.items),
    more: all.data.total - all.data.items.length,
  };
  const refetch = () => Promise.all([all.refetch(), asked.refetch()]);
  const error = all.error ?? asked.error;
  return (
    <Shown title={messages.inbox} about={messages.inboxAbout}>
      <QueryBoundary query={{ data: inbox, error, refetch }} lines={8}>
        {(found) => <Found inbox={found} more={found.more} />}
      </QueryBoundary>
    </Shown>
  );
}

function Found({ inbox, more }: { readonly inbox: Inbox; readonly more: number }): ReactNode {
  const messages = useMessages(reviewMessages);
  const session = useSession();
  const agents = useAgentInbox();
  const { forYou, others, waiting } = inbox;
  const pendingMedia = useQuery({
    ...pendingMediaQuery,
    enabled: hasCapability(session, 'media.review'),
  });
  const media = pendingMedia.data ?? [];
  const rows = [forYou, others, waiting, media];
  const isEmpty = rows.every(({ length }) => length === 0) && countInbox(agents) === 0;
  if (isEmpty)
    return (
      <section className="panel">
        <EmptyState icon={InboxIcon} title={messages.allDone}>
          {messages.allDoneText}
        </EmptyState>
      </section>
    );
  const mayReview = hasCapability(session, 'documents.review');
  return (
    <RowKeys className="stack">
      <Group title={messages.forYou} documents={forYou} />
      <AgentInboxGroups inbox={agents} />
      <Group title={mayReview ? messages.forAnybody : messages.forOthers} documents={others} />
      <Group title={messages.waiting} documents={waiting} />
      <MediaReviews media={media} />
      {more > 0 && <p className="soft">{messages.moreWait({ count: more })}</p>}
    </RowKeys>
  );
}

function Group(props: {
  readonly title: string;
  readonly documents: readonly DocumentSummary[];
}): ReactNode {
  const { title, documents } = props;
  if (documents.length === 0) return null;
  return (
    <Panel
      isFlush
      title={
        <>
          {title} <span className={styles['count']}>{documents.length}</span>
        </>
      }
    >
      <ul className={styles['rows']}>
        {documents.map((document) => (
          <InboxRow key={document.id} document={document} />
        ))}
      </ul>
    </Panel>
  );
}
