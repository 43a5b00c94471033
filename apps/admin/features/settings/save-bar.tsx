import type { ReactNode } from 'react';
import { formatShortcut, useShortcut } from '../../lib/shortcuts.ts';
import { useMessages } from '../../lib/messages.ts';
import { confirmAction, Button } from '../../ui/index.ts';
import styles from './settings.module.css';
import { settingsMessages } from './messages.ts';

export function SaveBar(props: {
  readonly changes: number;
  readonly isPending: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}): ReactNode {
  const { changes, isPending, onSave, onDiscard } = props;
  const messages = useMessages(settingsMessages);
  useShortcut({ keys: 'mod+s', label: messages.save, run: onSave }, changes > 0);
  const discard = async () => {
    const text = messages.discardText({ count: changes });
    const question = { title: messages.discardTitle, text, action: messages.discard };
    if (await confirmAction({ ...question, kind: 'danger' })) onDiscard();
  };
  if (changes === 0) return null;
  return (
    <div className={styles['save-bar']} role="region" aria-label={messages.unsaved}>
      <span className="grow" role="status">
        {messages.changes({ count: changes })}
      </span>
      <Button onPress={() => void discard()}>{messages.discard}</Button>
      <Button
        kind="primary"
        onPress={onSave}
        isPending={isPending}
        shortcut={formatShortcut('mod+s')}
      >
        {messages.save}
      </Button>
    </div>
  );
}
