import type { ReactNode } from 'react';
import { problemText } from '../../lib/problem-text.ts';
import { useStore } from '../../lib/store.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, Notice, Spinner, uiMessages } from '../../ui/index.ts';
import { restoreProgress } from './backup-tasks.ts';
import { operationsMessages } from './messages.ts';

export function RestoreState(): ReactNode {
  const messages = useMessages(operationsMessages);
  const ui = useMessages(uiMessages);
  const now = useStore(restoreProgress);
  if (now === null) return null;
  const dismiss = (
    <Button size="small" onPress={() => restoreProgress.set(null)}>
      {ui.dismiss}
    </Button>
  );
  switch (now.state) {
    case 'under way':
      return (
        <Notice
          tone="warn"
          title={messages.restoring({ name: now.backup.name })}
          actions={<Spinner label={messages.restoring({ name: now.backup.name })} />}
        >
          {messages.restoringText}
        </Notice>
      );
    case 'failed':
      return (
        <Notice
          tone="bad"
          title={messages.notRestored({ name: now.backup.name })}
          actions={dismiss}
        >
          {problemText(now.error)}
        </Notice>
      );
    case 'done': {
      const { restored, snapshot, documents } = now.answer;
      return (
        <Notice tone="good" title={messages.restored({ name: restored.name })} actions={dismiss}>
          {messages.restoredText({ documents })} <code>{snapshot.id}</code>
        </Notice>
      );
    }
  }
}
