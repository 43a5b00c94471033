import type { RunStatus } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { FormDialog, Notice, TextField } from '../../ui/index.ts';
import { control } from './control-run.ts';
import { controlWords } from './words.ts';
import { useWorkspace } from './workspace.tsx';

interface Closing {
  readonly onClose: () => void;
}

export function StartDialog({ onClose }: Closing): ReactNode {
  const words = useWords(controlWords);
  const id = useWorkspace();
  const [goal, setGoal] = useState('');
  const [isMissing, setMissing] = useState(false);
  const start = async () => {
    setMissing(goal.trim() === '');
    if (goal.trim() === '') return;
    await control({ id, action: 'start', goal: goal.trim() });
    onClose();
  };
  return (
    <FormDialog title={words.startTitle} action={words.start} onClose={onClose} onSubmit={start}>
      <p className="soft">{words.startAbout}</p>
      <TextField
        label={words.goal}
        help={words.goalHelp}
        error={isMissing ? words.goalMissing : undefined}
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

/** Confirms a graceful or forced stop; neither can be undone. */
export function StopDialog(
  props: Closing & {
    readonly action: 'stop' | 'force-stop';
    readonly enforcement: RunStatus['enforcement'];
  },
): ReactNode {
  const { action, enforcement, onClose } = props;
  const words = useWords(controlWords);
  const id = useWorkspace();
  const [reason, setReason] = useState('');
  const isForced = action === 'force-stop';
  const stop = async () => {
    await control({ id, action, ...(reason.trim() !== '' && { reason: reason.trim() }) });
    onClose();
  };
  return (
    <FormDialog
      title={isForced ? words.forceTitle : words.stopTitle}
      role="alertdialog"
      size="small"
      action={words[action]}
      kind="danger"
      onClose={onClose}
      onSubmit={stop}
    >
      <p>{isForced ? words.forceText : words.stopText}</p>
      {enforcement === 'recorded' && <Notice tone="info">{words.recordedText}</Notice>}
      <TextField
        label={words.why}
        help={words.whyHelp}
        value={reason}
        onChange={setReason}
        maxLength={1000}
        autoFocus
      />
    </FormDialog>
  );
}
