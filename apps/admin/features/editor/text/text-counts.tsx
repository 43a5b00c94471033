import type { ReactNode } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import styles from '../editor.module.css';
import { useDebouncedText } from '../use-editing.ts';
import { editorMessages } from '../messages.ts';
import { countText } from './count-text.ts';

export function TextCounts(): ReactNode {
  const messages = useMessages(editorMessages);
  const { words: count, characters, minutes } = countText(useDebouncedText());
  return (
    <footer className={styles['counts']} title={messages.lines}>
      <span>{messages.words({ count })}</span>
      <span>{messages.characters({ count: characters })}</span>
      <span>{messages.minutes({ count: minutes })}</span>
    </footer>
  );
}
