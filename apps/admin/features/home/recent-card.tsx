import type { DocumentSummary } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { personName } from '../../lib/person-name.ts';
import { useMessages } from '../../lib/messages.ts';
import { Time } from '../../ui/index.ts';
import { DocumentStatusBadge } from '../documents/document-status-badge.tsx';
import { EmptyCardText, Card, CardRow, CardRows } from './card.tsx';
import styles from './home.module.css';
import { recentQuery } from './queries.ts';
import { homeMessages } from './messages.ts';

export function RecentCard(): ReactNode {
  const messages = useMessages(homeMessages);
  const query = useQuery(recentQuery);
  return (
    <Card title={messages.recent} query={query} to="/documents" all={messages.allDocuments}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyCardText>{messages.recentNone}</EmptyCardText>
        ) : (
          <CardRows>
            {items.map((document) => (
              <RecentRow key={document.id} document={document} />
            ))}
          </CardRows>
        )
      }
    </Card>
  );
}

function RecentRow({ document }: { readonly document: DocumentSummary }): ReactNode {
  const { path, title, last_change: change, names, updated_at: at } = document;
  const messages = useMessages(homeMessages);
  const isOnDisk = change?.cause === 'disk';
  return (
    <CardRow
      to="/edit/$"
      path={path}
      title={title}
      about={
        isOnDisk
          ? messages.onDisk
          : change && messages.by({ name: personName(names, change.author) })
      }
    >
      <DocumentStatusBadge document={document} />
      <span className={styles['time']}>
        <Time at={at} />
      </span>
    </CardRow>
  );
}
