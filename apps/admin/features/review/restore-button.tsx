import type { DocumentHistoryEntry } from '@galley/sdk';
import type { ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { formatDateTime } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages, currentMessages } from '../../lib/messages.ts';
import { confirmAction, Button, toast, toastProblem } from '../../ui/index.ts';
import { invalidateDocuments } from '../documents/refresh.ts';
import { historyMessages } from './history-messages.ts';

export function RestoreButton(props: {
  readonly path: string;
  readonly entry: DocumentHistoryEntry;
  readonly newest: DocumentHistoryEntry;
}): ReactNode {
  const { path, entry, newest } = props;
  const messages = useMessages(historyMessages);
  const session = useSession();
  const mayRestore = hasCapability(session, 'documents.lifecycle', true);
  if (entry.revision === newest.revision) return null;
  return (
    <Button
      size="small"
      kind="quiet"
      disabledReason={!mayRestore && messages.mayNotRestore}
      onPress={() => void restore(path, entry, newest)}
    >
      {messages.restoreThis}
    </Button>
  );
}

async function restore(
  path: string,
  entry: DocumentHistoryEntry,
  newest: DocumentHistoryEntry,
): Promise<void> {
  const messages = currentMessages(historyMessages);
  const isSure = await confirmAction({
    title: messages.restoreTitle,
    text: messages.restoreText({ when: formatDateTime(entry.timestamp) }),
    action: messages.restoreThis,
  });
  if (!isSure) return;
  try {
    await galley.documents.restore({ path, hash: entry.hash });
    await invalidateDocuments();
    toast({
      text: messages.restored,
      action: { label: messages.undo, onPress: () => void undo(path, newest) },
    });
  } catch (error) {
    toastProblem(error);
  }
}

async function undo(path: string, { hash }: DocumentHistoryEntry): Promise<void> {
  try {
    await galley.documents.restore({ path, hash });
    await invalidateDocuments();
    toast({ text: currentMessages(historyMessages).undone });
  } catch (error) {
    toastProblem(error);
  }
}
