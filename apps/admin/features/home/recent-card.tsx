import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { StatusBadge, Time } from '../../ui/index.ts';
import { Calm, Card, CardRow, CardRows } from './card.tsx';
import styles from './home.module.css';
import { recentQuery } from './queries.ts';
import { homeWords } from './words.ts';

/** What was changed last, by whomever. */
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
            {items.map(
              ({ id, path, title, status, last_editor: editor, author, updated_at: at }) => (
                <CardRow
                  key={id}
                  to="/edit/$"
                  path={path}
                  title={title}
                  about={words.by(editor ?? author ?? '–')}
                >
                  <StatusBadge status={status} />
                  <span className={styles['time']}>
                    <Time at={at} />
                  </span>
                </CardRow>
              ),
            )}
          </CardRows>
        )
      }
    </Card>
  );
}
