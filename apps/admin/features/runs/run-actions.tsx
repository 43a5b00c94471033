import type { RunStatus } from '@galley/sdk';
import { CirclePause, CirclePlay, CircleStop, OctagonX, Play, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, toastProblem } from '../../ui/index.ts';
import { controlRun } from './control-run.ts';
import { refreshRuns } from './queries.ts';
import { actionDisabledReason, runActions, type RunAction } from './disabled-reasons.ts';
import { StartDialog, StopDialog } from './run-dialogs.tsx';
import styles from './runs.module.css';
import { controlMessages } from './messages.ts';
import { useWorkspace } from './workspace.tsx';

const icons: Readonly<Record<RunAction, LucideIcon>> = {
  start: Play,
  pause: CirclePause,
  resume: CirclePlay,
  stop: CircleStop,
  'force-stop': OctagonX,
};

export function RunActions(props: {
  readonly status: RunStatus;
  readonly isStartAlone?: boolean;
}): ReactNode {
  const { status, isStartAlone = false } = props;
  const messages = useMessages(controlMessages);
  const session = useSession();
  const id = useWorkspace();
  const [asked, setAsked] = useState<RunAction | null>(null);
  const [pending, setPending] = useState<RunAction | null>(null);
  const run = { state: status.state, isThere: status.run_id !== '' };
  const actAtOnce = async (action: RunAction) => {
    setPending(action);
    try {
      await controlRun({ id, action });
    } catch (error) {
      toastProblem(error);
      void refreshRuns();
    } finally {
      setPending(null);
    }
  };
  const press = (action: RunAction) => {
    if (action === 'pause' || action === 'resume') void actAtOnce(action);
    else setAsked(action);
  };
  const shown = isStartAlone ? runActions.slice(0, 1) : runActions;
  return (
    <div className={styles['actions']}>
      {shown.map((action) => {
        const off = actionDisabledReason(action, run, session);
        return (
          <Button
            key={action}
            icon={icons[action]}
            kind={kindOf(action, off !== undefined)}
            isPending={pending === action}
            disabledReason={off}
            onPress={() => press(action)}
          >
            {messages[action]}
          </Button>
        );
      })}
      {asked === 'start' && <StartDialog onClose={() => setAsked(null)} />}
      {(asked === 'stop' || asked === 'force-stop') && (
        <StopDialog
          action={asked}
          enforcement={status.enforcement}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

function kindOf(action: RunAction, isOff: boolean): 'primary' | 'secondary' {
  return !isOff && (action === 'start' || action === 'resume') ? 'primary' : 'secondary';
}
