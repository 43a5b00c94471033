import type { MediaUsage, MediaUse } from '@galley/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { Badge } from '../../ui/index.ts';
import { itemWords } from './item-words.ts';
import styles from './media.module.css';

export function UseList({ usage }: { readonly usage: MediaUsage }): ReactNode {
  const words = useWords(itemWords);
  const { documents, total } = usage;
  if (total === 0) return <p className="soft">{words.noUsage}</p>;
  const hidden = total - documents.length;
  return (
    <ul className={styles['uses']}>
      {documents.map((use) => (
        <li key={use.path} className="row">
          <Link
            to={'/edit/$'}
            params={{ _splat: use.path }}
            className="grow breaks"
            title={use.path}
          >
            {use.title || use.path}
          </Link>
          <Badge tone={use.is_public ? 'good' : 'plain'}>{wordOf(use, words)}</Badge>
        </li>
      ))}
      {hidden > 0 && <li className="soft small">{words.usageHidden(hidden)}</li>}
    </ul>
  );
}

function wordOf({ is_public, in_text }: MediaUse, words: (typeof itemWords)['en']): string {
  if (!is_public) return words.draftUse;
  return in_text ? words.publicUse : words.oldUse;
}
