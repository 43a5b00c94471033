import type { RunStatus } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { FormDialog, Notice, TextField } from '../../ui/index.ts';
import { controlRun } from './control-run.ts';
import { controlMessages } from './messages.ts';
import { useWorkspace } from './workspace.tsx';

interface Closing {
  readonly onClose: () => void;
}

export function StartDialog({ onClose }: Closing): ReactNode {
  const messages = useMessages(controlMessages);
  const id = useWorkspace();
  const [goal, setGoal] = useState('');
  const [isMissing, setMissing] = useState(false);
  const start = async () => {
    setMissing(goal.trim() === '');
    if (goal.trim() === '') return;
    await controlRun({ id, action: 'start', goal: goal.trim() });
    onClose();
  };
  return (
    <FormDialog
      title={messages.startTitle}
      action={messages.start}
      onClose={onClose}
      onSubmit={start}
    >
      <p className="soft">{messages.startAbout}</p>
      <TextField
        label={messages.goal}
        help={messages.goalHelp}
        error={isMissing ? messages.goalMissing : undefined}
        rows={4}
        maxLength={4000}
        value={goal}
        onChange={setGoal}
        isRequired
        autoFocus
      />
    </FormDialog>
  );
}

export function StopDialog(
  props: Closing & {
    readonly action: 'stop' | 'force-stop';
    readonly enforcement: RunStatus['enforcement'];
  },
): ReactNode {
  const { action, enforcement, onClose } = props;
  const messages = useMessages(controlMessages);
  const id = useWorkspace();
  const [reason, setReason] = useState('');
  const isForced = action === 'force-stop';
  const stop = async () => {
    await controlRun({ id, action, ...(reason.trim() !== '' && { reason: reason.trim() }) });
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
      {enforcement === 'recorded' && <Notice tone="info">{messages.recordedText}</Notice>}
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
