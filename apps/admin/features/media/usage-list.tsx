import type { MediaUsage, MediaUse } from '@galley/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMessages, type TextsOf } from '../../lib/messages.ts';
import { Badge } from '../../ui/index.ts';
import { itemMessages } from './item-messages.ts';
import styles from './media.module.css';

export function UsageList({ usage }: { readonly usage: MediaUsage }): ReactNode {
  const messages = useMessages(itemMessages);
  const { documents, total } = usage;
  if (total === 0) return <p className="soft">{messages.noUsage}</p>;
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
          <Badge tone={use.is_public ? 'good' : 'plain'}>{usageLabel(use, messages)}</Badge>
        </li>
      ))}
      {hidden > 0 && <li className="soft small">{messages.usageHidden({ count: hidden })}</li>}
    </ul>
  );
}

function usageLabel(
  { is_public, in_text }: MediaUse,
  messages: TextsOf<typeof itemMessages>,
): string {
  if (!is_public) return messages.draftUse;
  return in_text ? messages.publicUse : messages.oldUse;
}
