import type { CommentThread } from '@galley/sdk';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { personName } from '../../lib/person-name.ts';
import styles from './comments.module.css';
import { threadMessages } from './thread-messages.ts';

/** With the current words, where they differ from those that the suggestion was made for. */
export function SuggestedChange(props: {
  readonly thread: CommentThread;
  readonly names: Readonly<Record<string, string>>;
}): ReactNode {
  const { quote, replacement, passage, current_text: current, author, state } = props.thread;
  const messages = useMessages(threadMessages);
  return (
    <>
      <p className={styles['by']}>
        <strong className="breaks">{author !== null && personName(props.names, author)}</strong>
      </p>
      <dl className={styles['change']}>
        {quote && (
          <>
            <dt>{replacement ? messages.before : messages.deletion}</dt>
            <dd>
              <del>{quote}</del>
            </dd>
          </>
        )}
        {passage === 'edited' && state === 'open' && (
          <>
            <dt>{messages.now}</dt>
            <dd>{current}</dd>
          </>
        )}
        {replacement && (
          <>
            <dt>{quote ? messages.instead : messages.insertion}</dt>
            <dd>
              <ins>{replacement}</ins>
            </dd>
          </>
        )}
      </dl>
    </>
  );
}
