import type { DocumentHistoryEntry } from '@galley/sdk';
import type { ReactNode } from 'react';
import { may, useSession } from '../../app/session.ts';
import { dateTime } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { useWords, wordsNow } from '../../lib/words.ts';
import { ask, Button, toast, toastProblem } from '../../ui/index.ts';
import { documentsChanged } from '../documents/refresh.ts';
import { historyWords } from './history-words.ts';

/** Restores an earlier revision; the current one stays in the history. */
export function RestoreButton(props: {
  readonly path: string;
  readonly entry: DocumentHistoryEntry;
  readonly newest: DocumentHistoryEntry;
}): ReactNode {
  const { path, entry, newest } = props;
  const words = useWords(historyWords);
  const session = useSession();
  const mayRestore = may(session, 'documents.lifecycle', true);
  if (entry.revision === newest.revision) return null;
  return (
    <Button
      size="small"
      kind="quiet"
      disabledReason={!mayRestore && words.mayNotRestore}
      onPress={() => void restore(path, entry, newest)}
    >
      {words.restoreThis}
    </Button>
  );
}

async function restore(
  path: string,
  entry: DocumentHistoryEntry,
  newest: DocumentHistoryEntry,
): Promise<void> {
  const words = wordsNow(historyWords);
  const isSure = await ask({
    title: words.restoreTitle,
    text: words.restoreText(dateTime(entry.timestamp)),
    action: words.restoreThis,
  });
  if (!isSure) return;
  try {
    await galley.documents.restore({ path, hash: entry.hash });
    await documentsChanged();
    toast({
      text: words.restored,
      action: { label: words.undo, onPress: () => void undo(path, newest) },
    });
  } catch (error) {
    toastProblem(error);
  }
}

async function undo(path: string, { hash }: DocumentHistoryEntry): Promise<void> {
  try {
    await galley.documents.restore({ path, hash });
    await documentsChanged();
    toast({ text: wordsNow(historyWords).undone });
  } catch (error) {
    toastProblem(error);
  }
}
