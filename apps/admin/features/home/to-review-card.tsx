import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { personName } from '../../lib/person-name.ts';
import { useWords } from '../../lib/words.ts';
import { Badge, Time } from '../../ui/index.ts';
import { askedOfQuery, inReviewQuery, isOwn } from '../review/inbox.ts';
import { Calm, Card, CardRow, CardRows } from './card.tsx';
import styles from './home.module.css';
import { homeWords } from './words.ts';

const mostShown = 6;

/** Reviews requested from the user first, then open reviews of other people's documents. */
export function ToReviewCard(): ReactNode {
  const words = useWords(homeWords);
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
    <Card title={words.toReview} query={query} to="/review" all={words.allReviews}>
      {({ shown, total }) => (
        <>
          {shown.length === 0 && <Calm>{words.toReviewNone}</Calm>}
          <CardRows>
            {shown.slice(0, mostShown).map(({ id, path, title, author, names, updated_at: at }) => (
              <CardRow
                key={id}
                to="/review/$"
                path={path}
                title={title}
                about={author && personName(names, author)}
              >
                <span className={styles['time']}>
                  <Time at={at} />
                </span>
              </CardRow>
            ))}
          </CardRows>
          <MoreInReview count={total - Math.min(shown.length, mostShown)} />
        </>
      )}
    </Card>
  );
}

function MoreInReview({ count }: { readonly count: number }): ReactNode {
  const words = useWords(homeWords);
  if (count <= 0) return null;
  return (
    <p className={styles['foot']}>
      <Link to={'/review'}>
        <Badge>{words.othersInReview(count)}</Badge>
      </Link>
    </p>
  );
}
