import {
  CirclePause,
  CirclePlay,
  CircleStop,
  OctagonX,
  Play,
  RotateCcw,
  type LucideIcon,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, toastProblem } from '../../ui/index.ts';
import { controlRun } from './control-run.ts';
import { refreshRuns } from './queries.ts';
import { actionDisabledReason, availableActions, type RunAction } from './disabled-reasons.ts';
import { StopDialog } from './run-dialogs.tsx';
import styles from './runs.module.css';
import { controlMessages } from './messages.ts';
import { useWorkspace } from './workspace.tsx';

const icons: Readonly<Record<RunAction, LucideIcon>> = {
  start: Play,
  reopen: RotateCcw,
  pause: CirclePause,
  resume: CirclePlay,
  stop: CircleStop,
  'force-stop': OctagonX,
};

const primary: readonly RunAction[] = ['start', 'reopen', 'resume'];

export function RunActions({ run, state }: { readonly run: string; readonly state: string }) {
  const messages = useMessages(controlMessages);
  const session = useSession();
  const id = useWorkspace();
  const [asked, setAsked] = useState<'stop' | 'force-stop' | null>(null);
  const [pending, setPending] = useState<RunAction | null>(null);
  const actAtOnce = async (action: RunAction) => {
    setPending(action);
    try {
      await controlRun({ id, run, action });
    } catch (error) {
      toastProblem(error);
      void refreshRuns();
    } finally {
      setPending(null);
    }
  };
  const press = (action: RunAction) => {
    if (action === 'stop' || action === 'force-stop') setAsked(action);
    else void actAtOnce(action);
  };
  const button = (action: RunAction): ReactNode => {
    const off = actionDisabledReason(action, state, session);
    return (
      <Button
        key={action}
        icon={icons[action]}
        kind={off === undefined && primary.includes(action) ? 'primary' : 'secondary'}
        isPending={pending === action}
        disabledReason={off}
        onPress={() => press(action)}
      >
        {messages[action]}
      </Button>
    );
  };
  return (
    <div className={styles['actions']}>
      {availableActions(state).map(button)}
      {asked && <StopDialog run={run} action={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}
