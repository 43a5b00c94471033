import type { DocumentSummary } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { personName } from '../../lib/person-name.ts';
import { useWords } from '../../lib/words.ts';
import { StatusBadge, Time } from '../../ui/index.ts';
import { Calm, Card, CardRow, CardRows } from './card.tsx';
import styles from './home.module.css';
import { recentQuery } from './queries.ts';
import { homeWords } from './words.ts';

export function RecentCard(): ReactNode {
  const words = useWords(homeWords);
  const query = useQuery(recentQuery);
  return (
    <Card title={words.recent} query={query} to="/documents" all={words.allDocuments}>
      {({ items }) =>
        items.length === 0 ? (
          <Calm>{words.recentNone}</Calm>
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
  const { path, title, status, last_change: change, names, updated_at: at } = document;
  const words = useWords(homeWords);
  const isOnDisk = change?.cause === 'disk';
  return (
    <CardRow
      to="/edit/$"
      path={path}
      title={title}
      about={isOnDisk ? words.onDisk : change && words.by(personName(names, change.author))}
    >
      <StatusBadge status={status} />
      <span className={styles['time']}>
        <Time at={at} />
      </span>
    </CardRow>
  );
}
