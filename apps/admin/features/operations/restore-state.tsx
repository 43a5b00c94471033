import type { ReactNode } from 'react';
import { problemText } from '../../lib/problem-text.ts';
import { useStore } from '../../lib/store.ts';
import { useWords } from '../../lib/words.ts';
import { Button, Notice, Spinner, uiWords } from '../../ui/index.ts';
import { restoring } from './backup-work.ts';
import { operationsWords } from './words.ts';

/** Progress of a restore started in this browser, and the way to undo it. */
export function RestoreState(): ReactNode {
  const words = useWords(operationsWords);
  const ui = useWords(uiWords);
  const now = useStore(restoring);
  if (now === null) return null;
  const dismiss = (
    <Button size="small" onPress={() => restoring.set(null)}>
      {ui.dismiss}
    </Button>
  );
  switch (now.state) {
    case 'under way':
      return (
        <Notice
          tone="warn"
          title={words.restoring(now.backup.name)}
          actions={<Spinner label={words.restoring(now.backup.name)} />}
        >
          {words.restoringText}
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="bad" title={words.notRestored(now.backup.name)} actions={dismiss}>
          {problemText(now.error)}
        </Notice>
      );
    case 'done': {
      const { restored, snapshot, documents } = now.answer;
      return (
        <Notice tone="good" title={words.restored(restored.name)} actions={dismiss}>
          {words.restoredText(documents)} <code>{snapshot.id}</code>
        </Notice>
      );
    }
  }
}
