import { useEffect, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { storageWords } from '../../lib/storage-words.ts';
import { useWords } from '../../lib/words.ts';
import { Notice } from '../../ui/index.ts';
import { useEditing, useEditingState } from './use-editing.ts';

const lookAgain = 10_000;

/** Warns while a saved revision is in the history but not yet in its file. */
export function UnwrittenNotice(): ReactNode {
  const words = useWords(storageWords);
  const isWritten = useEditingState(({ detail }) => detail.materialised);
  const cause = useEditingState(({ detail }) => detail.storage_failure);
  useLookingAgain(isWritten);
  if (isWritten) return null;
  return (
    <Notice tone="warn" title={words.title}>
      {words.text(words[cause ?? 'unknown'])}
    </Notice>
  );
}

function useLookingAgain(isWritten: boolean): void {
  const editing = useEditing();
  useEffect(() => {
    if (isWritten) return undefined;
    const look = async () => {
      const found = await galley.documents.get({ path: editing.path }, { background: true });
      const { materialised, storage_failure } = found;
      editing.state.set((current) => ({
        ...current,
        detail: { ...current.detail, materialised, storage_failure },
      }));
    };
    // The next poll retries.
    const timer = setInterval(() => void look().catch(() => undefined), lookAgain);
    return () => clearInterval(timer);
  }, [editing, isWritten]);
}
