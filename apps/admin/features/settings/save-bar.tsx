import type { ReactNode } from 'react';
import { shownKeys, useShortcut } from '../../lib/shortcuts.ts';
import { useWords } from '../../lib/words.ts';
import { ask, Button } from '../../ui/index.ts';
import styles from './settings.module.css';
import { settingsWords } from './words.ts';

export function SaveBar(props: {
  readonly changes: number;
  readonly isPending: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}): ReactNode {
  const { changes, isPending, onSave, onDiscard } = props;
  const words = useWords(settingsWords);
  useShortcut({ keys: 'mod+s', label: words.save, run: onSave }, changes > 0);
  const discard = async () => {
    const text = words.discardText(changes);
    const question = { title: words.discardTitle, text, action: words.discard };
    if (await ask({ ...question, kind: 'danger' })) onDiscard();
  };
  if (changes === 0) return null;
  return (
    <div className={styles['save-bar']} role="region" aria-label={words.unsaved}>
      <span className="grow" role="status">
        {words.changes(changes)}
      </span>
      <Button onPress={() => void discard()}>{words.discard}</Button>
      <Button kind="primary" onPress={onSave} isPending={isPending} shortcut={shownKeys('mod+s')}>
        {words.save}
      </Button>
    </div>
  );
}
