import type { DocumentSummary, WorkingCopySummary } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { useWords } from '../../lib/words.ts';
import { Badge, StatusBadge, Time } from '../../ui/index.ts';
import { workingCopiesQuery } from '../documents/queries.ts';
import { Calm, Card, CardRow, CardRows } from './card.tsx';
import styles from './home.module.css';
import { unfinishedQuery } from './queries.ts';
import { homeWords } from './words.ts';

const mostShown = 8;

/** Unsaved working copies and unfinished documents of the signed-in user. */
export function MineCard(): ReactNode {
  const words = useWords(homeWords);
  const { username } = useSession();
  const open = useQuery(unfinishedQuery(username, mostShown));
  const copies = useQuery(workingCopiesQuery);
  const isThere = open.data && copies.data;
  const data = isThere && {
    copies: copies.data.filter(({ path, is_gone: isGone }) => path !== null && !isGone),
    documents: open.data,
  };
  const error = open.error ?? copies.error;
  const refetch = () => Promise.all([open.refetch(), copies.refetch()]);
  return (
    <Card
      title={words.mine}
      query={{ data, error, refetch }}
      to="/documents"
      all={words.allDocuments}
    >
      {(found) => <Mine {...found} />}
    </Card>
  );
}

function Mine(props: {
  readonly copies: readonly WorkingCopySummary[];
  readonly documents: readonly DocumentSummary[];
}): ReactNode {
  const { copies, documents } = props;
  const words = useWords(homeWords);
  const kept = new Set(copies.map(({ path }) => path));
  const rest = documents.filter(({ path }) => !kept.has(path));
  if (copies.length + rest.length === 0) return <Calm>{words.mineNone}</Calm>;
  return (
    <CardRows>
      {copies.slice(0, mostShown).map(({ path, title, saved_at: at }) => (
        <CardRow key={path} to="/edit/$" path={path!} title={title ?? ''} about={<Time at={at} />}>
          <Badge tone="warn">{words.unsaved}</Badge>
        </CardRow>
      ))}
      {rest.map(({ id, path, title, status, updated_at: at }) => (
        <CardRow key={id} to="/edit/$" path={path} title={title}>
          <StatusBadge status={status} />
          <span className={styles['time']}>
            <Time at={at} />
          </span>
        </CardRow>
      ))}
    </CardRows>
  );
}
