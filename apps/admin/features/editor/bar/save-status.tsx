import { Check, CloudOff, CircleDot, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { problemText } from '../../../lib/problem-text.ts';
import { formatTime } from '../../../lib/format.ts';
import { useMessages, type TextsOf } from '../../../lib/messages.ts';
import { Button, Spinner } from '../../../ui/index.ts';
import styles from '../editor.module.css';
import type { BackupState } from '../session/backup-state.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { editorMessages } from '../messages.ts';

export function SaveStatus(): ReactNode {
  const messages = useMessages(editorMessages);
  const backupState = useEditingState((state) => state.backupState);
  const isDirty = useEditingState((state) => state.isDirty);
  const { backup } = useEditing();
  const {
    icon: Icon,
    text,
    tone,
  } = describeBackupState(
    backupState.state === 'clean' && isDirty ? { state: 'typing' } : backupState,
    messages,
  );
  const isRefused = backupState.state === 'browser' && backupState.reason === 'refused';
  return (
    <span className={styles['kept']} data-tone={tone}>
      <span
        role="status"
        className="row"
        title={isRefused ? problemText(backupState.error) : messages.keptAbout}
      >
        {backupState.state === 'keeping' ? (
          <Spinner label={messages.keeping} />
        ) : (
          <Icon aria-hidden size={14} />
        )}
        <span>{text}</span>
      </span>
      {backupState.state === 'browser' && (
        <Button size="small" kind="quiet" onPress={() => void backup.retry()}>
          {backupState.reason === 'signed_out' ? messages.signIn : messages.again}
        </Button>
      )}
    </span>
  );
}

interface SaveStatusText {
  readonly icon: LucideIcon;
  readonly text: string;
  readonly tone?: 'warn' | 'bad';
}

function describeBackupState(
  backupState: BackupState,
  messages: TextsOf<typeof editorMessages>,
): SaveStatusText {
  switch (backupState.state) {
    case 'clean':
      return { icon: Check, text: messages.allSaved };
    case 'typing':
      return { icon: CircleDot, text: messages.typing };
    case 'keeping':
      return { icon: CircleDot, text: messages.keeping };
    case 'kept':
      return { icon: Check, text: messages.keptAt({ time: formatTime(backupState.at) }) };
    case 'nowhere':
      return { icon: TriangleAlert, text: messages.nowhere, tone: 'bad' };
    case 'browser': {
      const { signedOut, refused, unreachable } = messages;
      const text = { signed_out: signedOut, refused, unreachable }[backupState.reason];
      return { icon: CloudOff, text, tone: 'warn' };
    }
  }
}
