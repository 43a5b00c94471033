import { galley } from '../../lib/galley.ts';
import { currentMessages } from '../../lib/messages.ts';
import { toast, toastProblem } from '../../ui/index.ts';
import { refreshRuns } from './queries.ts';
import type { RunAction } from './disabled-reasons.ts';
import { controlMessages } from './messages.ts';

export interface ControlRequest {
  readonly id: string;
  readonly run: string;
  readonly action: RunAction;
  readonly reason?: string;
}

export async function controlRun({ action, ...wish }: ControlRequest): Promise<void> {
  const { state } = await galley.runs[action === 'force-stop' ? 'forceStop' : action](wish);
  const messages = currentMessages(controlMessages);
  const said: Readonly<Record<RunAction, string>> = {
    start: messages.didStart,
    reopen: messages.didReopen,
    pause: messages.didPause,
    resume: messages.didResume,
    stop: state === 'draining' ? messages.didDrain : messages.didStop,
    'force-stop': messages.didStop,
  };
  const back = action === 'pause' ? 'resume' : action === 'resume' ? 'pause' : undefined;
  const { id, run } = wish;
  toast({
    text: said[action],
    ...(back && {
      action: {
        label: messages[back],
        onPress: () => void controlRun({ id, run, action: back }).catch(toastProblem),
      },
    }),
  });
  await refreshRuns();
}
