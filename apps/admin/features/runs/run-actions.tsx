import type { RunStatus } from '@galley/sdk';
import { CirclePause, CirclePlay, CircleStop, OctagonX, Play, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { useWords } from '../../lib/words.ts';
import { Button, toastProblem } from '../../ui/index.ts';
import { control } from './control-run.ts';
import { refreshRuns } from './queries.ts';
import { actionOff, runActions, type RunAction } from './rules.ts';
import { StartDialog, StopDialog } from './run-dialogs.tsx';
import styles from './runs.module.css';
import { controlWords } from './words.ts';
import { useWorkspace } from './workspace.tsx';

const icons: Readonly<Record<RunAction, LucideIcon>> = {
  start: Play,
  pause: CirclePause,
  resume: CirclePlay,
  stop: CircleStop,
  'force-stop': OctagonX,
};

/** Buttons for the five actions on the newest run; a disabled button shows its reason. */
export function RunActions(props: {
  readonly status: RunStatus;
  readonly isStartAlone?: boolean;
}): ReactNode {
  const { status, isStartAlone = false } = props;
  const words = useWords(controlWords);
  const session = useSession();
  const id = useWorkspace();
  const [asked, setAsked] = useState<RunAction | null>(null);
  const [pending, setPending] = useState<RunAction | null>(null);
  const run = { state: status.state, isThere: status.run_id !== '' };
  const actAtOnce = async (action: RunAction) => {
    setPending(action);
    try {
      await control({ id, action });
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
        const off = actionOff(action, run, session);
        return (
          <Button
            key={action}
            icon={icons[action]}
            kind={kindOf(action, off !== undefined)}
            isPending={pending === action}
            disabledReason={off}
            onPress={() => press(action)}
          >
            {words[action]}
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
