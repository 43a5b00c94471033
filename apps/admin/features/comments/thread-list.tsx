import type { CommentThread } from '@galley/sdk';
import { MessageSquare } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { EmptyState } from '../../ui/index.ts';
import styles from './comments.module.css';
import { ThreadCard } from './thread-card.tsx';
import { threadMessages } from './thread-messages.ts';
import type { ThreadFilter } from './thread-queries.ts';

export function ThreadList(props: {
  readonly path: string;
  readonly filter: ThreadFilter;
  readonly threads: readonly CommentThread[];
  readonly names: Readonly<Record<string, string>>;
  readonly active?: string | null;
  readonly listRef?: RefObject<HTMLOListElement | null>;
  /** Undefined for a passage that is not shown. */
  readonly onShow?: (thread: CommentThread) => (() => void) | undefined;
  readonly onAccept: (thread: CommentThread) => Promise<void>;
}): ReactNode {
  const { path, filter, threads, names, active = null, listRef, onShow, onAccept } = props;
  const messages = useMessages(threadMessages);
  if (threads.length === 0) {
    const isOpen = filter === 'open';
    return (
      <EmptyState icon={MessageSquare} title={isOpen ? messages.none : messages.noneClosed}>
        {isOpen ? messages.noneText : messages.noneClosedText}
      </EmptyState>
    );
  }
  return (
    <ol {...(listRef && { ref: listRef })} className={styles['list']}>
      {threads.map((thread) => (
        <li key={thread.id}>
          <ThreadCard
            path={path}
            thread={thread}
            names={names}
            isActive={thread.id === active}
            onShow={onShow?.(thread)}
            onAccept={() => onAccept(thread)}
          />
        </li>
      ))}
    </ol>
  );
}
