import type { ReactNode } from 'react';
import { isProblem } from '@galley/sdk';
import { hasCapability, useSession } from '../../app/session.ts';
import { formatTime } from '../../lib/format.ts';
import { getEditable } from './session/editable-document.ts';
import { useMessages } from '../../lib/messages.ts';
import { confirmAction, Button, Notice, toast, toastProblem, useMinute } from '../../ui/index.ts';
import type { LockState } from './session/edit-lock.ts';
import { useEditing } from './use-editing.ts';
import { editorMessages } from './messages.ts';

type HeldLock = Extract<LockState, { holder: string }>;

export function LockNotice({ lock }: { readonly lock: HeldLock }): ReactNode {
  const messages = useMessages(editorMessages);
  const editing = useEditing();
  const now = useMinute();
  const { holder, expiresAt, state } = lock;
  const isOver = Date.parse(expiresAt) < now;
  const isAdministrator = hasCapability(useSession(), '*');
  const takeOver = async () => {
    const isSure =
      !isAdministrator ||
      isOver ||
      (await confirmAction({
        title: messages.takeOverTitle({ name: holder }),
        text: messages.takeOverText({ name: holder }),
        action: messages.takeOver,
      }));
    if (!isSure) return;
    try {
      await editing.lock.takeOver(isAdministrator && !isOver);
      const detail = await getEditable(editing.path);
      if (!editing.isDirty()) editing.replaceText(detail);
      toast({ text: messages.tookOver });
    } catch (error) {
      if (isProblem(error, 'document_locked')) editing.lock.handleLockLost(error.details);
      toastProblem(error);
    }
  };
  const isMine = state === 'taken';
  return (
    <Notice
      tone="warn"
      title={isMine ? messages.lockTaken({ name: holder }) : messages.lockedBy({ name: holder })}
      actions={
        <Button
          size="small"
          onPress={() => void takeOver()}
          disabledReason={
            !isAdministrator && !isOver && messages.takeOverLater({ time: formatTime(expiresAt) })
          }
        >
          {messages.takeOver}
        </Button>
      }
    >
      {isMine && `${messages.lockTakenText} `}
      {isOver ? messages.lockOver : messages.lockedUntil({ time: formatTime(expiresAt) })}
    </Notice>
  );
}
