import type { DocumentSummary, WorkingCopySummary } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Time } from '../../ui/index.ts';
import { DocumentStatusBadge } from '../documents/document-status-badge.tsx';
import { workingCopiesQuery } from '../documents/queries.ts';
import { EmptyCardText, Card, CardRow, CardRows } from './card.tsx';
import styles from './home.module.css';
import { unfinishedQuery } from './queries.ts';
import { homeMessages } from './messages.ts';

const maxShown = 8;

export function MyDocumentsCard(): ReactNode {
  const messages = useMessages(homeMessages);
  const { username } = useSession();
  const open = useQuery(unfinishedQuery(username, maxShown));
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
      title={messages.mine}
      query={{ data, error, refetch }}
      to="/documents"
      all={messages.allDocuments}
    >
      {(found) => <MyDocuments {...found} />}
    </Card>
  );
}

function MyDocuments(props: {
  readonly copies: readonly WorkingCopySummary[];
  readonly documents: readonly DocumentSummary[];
}): ReactNode {
  const { copies, documents } = props;
  const messages = useMessages(homeMessages);
  const kept = new Set(copies.map(({ path }) => path));
  const rest = documents.filter(({ path }) => !kept.has(path));
  if (copies.length + rest.length === 0) return <EmptyCardText>{messages.mineNone}</EmptyCardText>;
  return (
    <CardRows>
      {copies.slice(0, maxShown).map(({ path, title, saved_at: at }) => (
        <CardRow key={path} to="/edit/$" path={path!} title={title ?? ''} about={<Time at={at} />}>
          <Badge tone="warn">{messages.unsaved}</Badge>
        </CardRow>
      ))}
      {rest.map((document) => (
        <CardRow key={document.id} to="/edit/$" path={document.path} title={document.title}>
          <DocumentStatusBadge document={document} />
          <span className={styles['time']}>
            <Time at={document.updated_at} />
          </span>
        </CardRow>
      ))}
    </CardRows>
  );
}
