import { useEffect, type ReactNode } from 'react';
import { isProblem } from '@galley/sdk';
import { may, useSession } from '../../app/session.ts';
import { timeOfDay } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { useWords } from '../../lib/words.ts';
import { ask, Button, Notice, toast, toastProblem, useMinute } from '../../ui/index.ts';
import type { LockState } from './session/lock-keeper.ts';
import { useEditing } from './use-editing.ts';
import { editorWords } from './words.ts';

type Held = Extract<LockState, { holder: string }>;

/** Poll interval while someone else holds the lock, in milliseconds. */
const lookAgain = 20_000;

export function HeldNotice({ lock }: { readonly lock: Held }): ReactNode {
  const words = useWords(editorWords);
  const editing = useEditing();
  const now = useMinute();
  const { holder, expiresAt, state } = lock;
  const isOver = Date.parse(expiresAt) < now;
  const isAdministrator = may(useSession(), '*');
  useLookingAgain(lock);
  const takeOver = async () => {
    const isSure =
      !isAdministrator ||
      isOver ||
      (await ask({
        title: words.takeOverTitle(holder),
        text: words.takeOverText(holder),
        action: words.takeOver,
      }));
    if (!isSure) return;
    try {
      await editing.lock.takeOver(isAdministrator && !isOver);
      const detail = await galley.documents.get({ path: editing.path });
      if (!editing.isDirty()) editing.take(detail);
      toast({ text: words.tookOver });
    } catch (error) {
      if (isProblem(error, 'document_locked')) editing.lock.lost(error.details);
      toastProblem(error);
    }
  };
  const isMine = state === 'taken';
  return (
    <Notice
      tone="warn"
      title={isMine ? words.lockTaken(holder) : words.lockedBy(holder)}
      actions={
        <Button
          size="small"
          onPress={() => void takeOver()}
          disabledReason={!isAdministrator && !isOver && words.takeOverLater(timeOfDay(expiresAt))}
        >
          {words.takeOver}
        </Button>
      }
    >
      {isMine && `${words.lockTakenText} `}
      {isOver ? words.lockOver : words.lockedUntil(timeOfDay(expiresAt))}
    </Notice>
  );
}

/** Polls the document: follows changes saved by the holder and notices when the lock is free. */
function useLookingAgain({ holder }: Held): void {
  const editing = useEditing();
  useEffect(() => {
    const look = async () => {
      const detail = await galley.documents.get({ path: editing.path }, { background: true });
      const isNewer = detail.revision !== editing.state.get().detail.revision;
      if (isNewer && !editing.isDirty()) editing.take(detail);
      else editing.lock.hear(detail.lock, editing.username);
    };
    // The next poll retries.
    const timer = setInterval(() => void look().catch(() => undefined), lookAgain);
    return () => clearInterval(timer);
  }, [editing, holder]);
}
