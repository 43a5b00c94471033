import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { FormDialog, Notice, TextField } from '../../ui/index.ts';
import { controlRun } from './control-run.ts';
import { controlMessages } from './messages.ts';
import { boardQuery } from './queries.ts';
import { useWorkspace } from './workspace.tsx';

interface Closing {
  readonly onClose: () => void;
}

export function StopDialog(
  props: Closing & {
    readonly run: string;
    readonly action: 'stop' | 'force-stop';
  },
): ReactNode {
  const { run, action, onClose } = props;
  const messages = useMessages(controlMessages);
  const id = useWorkspace();
  const board = useQuery(boardQuery(id));
  const [reason, setReason] = useState('');
  const isForced = action === 'force-stop';
  const stop = async () => {
    await controlRun({ id, run, action, ...(reason.trim() !== '' && { reason: reason.trim() }) });
    onClose();
  };
  return (
    <FormDialog
      title={isForced ? messages.forceTitle : messages.stopTitle}
      role="alertdialog"
      size="small"
      action={messages[action]}
      kind="danger"
      onClose={onClose}
      onSubmit={stop}
    >
      <p>{isForced ? messages.forceText : messages.stopText}</p>
      {board.data?.status.enforcement === 'recorded' && (
        <Notice tone="info">{messages.recordedText}</Notice>
      )}
      <TextField
        label={messages.why}
        help={messages.whyHelp}
        value={reason}
        onChange={setReason}
        maxLength={1000}
        autoFocus
      />
    </FormDialog>
  );
}
