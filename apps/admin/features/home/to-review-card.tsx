import type { DocumentSummary } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { personName } from '../../lib/person-name.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Time } from '../../ui/index.ts';
import { ApprovalBadge } from '../documents/document-status-badge.tsx';
import { askedOfQuery, inReviewQuery, isOwn } from '../review/inbox.ts';
import { EmptyCardText, Card, CardRow, CardRows } from './card.tsx';
import styles from './home.module.css';
import { homeMessages } from './messages.ts';

const maxShown = 6;

export function ToReviewCard(): ReactNode {
  const messages = useMessages(homeMessages);
  const { username } = useSession();
  const asked = useQuery(askedOfQuery(username));
  const all = useQuery(inReviewQuery);
  const isThere = asked.data && all.data;
  const data = isThere && {
    shown: [
      ...asked.data.items,
      ...all.data.items.filter(
        (one) => !isOwn(one, username) && !asked.data.items.some(({ id }) => id === one.id),
      ),
    ],
    total: all.data.total,
  };
  const refetch = () => Promise.all([asked.refetch(), all.refetch()]);
  const query = { data, error: asked.error ?? all.error, refetch };
  return (
    <Card title={messages.toReview} query={query} to="/review" all={messages.allReviews}>
      {({ shown, total }) => (
        <>
          {shown.length === 0 && <EmptyCardText>{messages.toReviewNone}</EmptyCardText>}
          <CardRows>
            {shown.slice(0, maxShown).map((document) => (
              <ReviewRow key={document.id} document={document} />
            ))}
          </CardRows>
          <MoreInReview count={total - Math.min(shown.length, maxShown)} />
        </>
      )}
    </Card>
  );
}

function ReviewRow({ document }: { readonly document: DocumentSummary }): ReactNode {
  const { path, title, author, names, updated_at: at } = document;
  return (
    <CardRow to="/review/$" path={path} title={title} about={author && personName(names, author)}>
      <ApprovalBadge document={document} />
      <span className={styles['time']}>
        <Time at={at} />
      </span>
    </CardRow>
  );
}

function MoreInReview({ count }: { readonly count: number }): ReactNode {
  const messages = useMessages(homeMessages);
  if (count <= 0) return null;
  return (
    <p className={styles['foot']}>
      <Link to={'/review'}>
        <Badge>{messages.othersInReview({ count })}</Badge>
      </Link>
    </p>
  );
}
