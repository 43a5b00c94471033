import { useEffect, type ReactNode } from 'react';
import { getEditable } from './session/editable-document.ts';
import { storageMessages } from '../../lib/storage-messages.ts';
import { useMessages } from '../../lib/messages.ts';
import { Notice } from '../../ui/index.ts';
import { useEditing, useEditingState } from './use-editing.ts';

const pollIntervalMs = 10_000;

export function PendingWriteNotice(): ReactNode {
  const messages = useMessages(storageMessages);
  const isWritten = useEditingState(({ detail }) => detail.materialised);
  const cause = useEditingState(({ detail }) => detail.storage_failure);
  useStoragePolling(isWritten);
  if (isWritten) return null;
  return (
    <Notice tone="warn" title={messages.title}>
      {messages.text({ cause: messages[cause ?? 'unknown'] })}
    </Notice>
  );
}

function useStoragePolling(isWritten: boolean): void {
  const editing = useEditing();
  useEffect(() => {
    if (isWritten) return undefined;
    const look = async () => {
      const found = await getEditable(editing.path, { background: true });
      const { materialised, storage_failure } = found;
      editing.state.set((current) => ({
        ...current,
        detail: { ...current.detail, materialised, storage_failure },
      }));
    };
    // The next poll retries.
    const timer = setInterval(() => void look().catch(() => undefined), pollIntervalMs);
    return () => clearInterval(timer);
  }, [editing, isWritten]);
}
