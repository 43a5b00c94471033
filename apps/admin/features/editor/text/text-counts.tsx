import type { ReactNode } from 'react';
import { useWords } from '../../../lib/words.ts';
import styles from '../editor.module.css';
import { useSettledText } from '../use-editing.ts';
import { editorWords } from '../words.ts';
import { countText } from './count-text.ts';

export function TextCounts(): ReactNode {
  const words = useWords(editorWords);
  const { words: count, characters, minutes } = countText(useSettledText());
  return (
    <footer className={styles['counts']} title={words.lines}>
      <span>{words.words(count)}</span>
      <span>{words.characters(characters)}</span>
      <span>{words.minutes(minutes)}</span>
    </footer>
  );
}
