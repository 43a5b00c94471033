import { galley } from '../../lib/galley.ts';
import { wordsNow } from '../../lib/words.ts';
import { toast, toastProblem } from '../../ui/index.ts';
import { refreshRuns } from './queries.ts';
import type { RunAction } from './rules.ts';
import { controlWords } from './words.ts';

export interface Control {
  readonly id: string;
  readonly action: RunAction;
  readonly goal?: string;
  readonly reason?: string;
}

/** Controls a run, shows the result, and offers to undo a pause or a resume. */
export async function control(wish: Control): Promise<void> {
  const { state } = await galley.runs.control(wish);
  const { id, action } = wish;
  const words = wordsNow(controlWords);
  const said: Readonly<Record<RunAction, string>> = {
    start: words.didStart,
    pause: words.didPause,
    resume: words.didResume,
    stop: state === 'draining' ? words.didDrain : words.didStop,
    'force-stop': words.didStop,
  };
  const back = action === 'pause' ? 'resume' : action === 'resume' ? 'pause' : undefined;
  toast({
    text: said[action],
    ...(back && {
      action: {
        label: words[back],
        onPress: () => void control({ id, action: back }).catch(toastProblem),
      },
    }),
  });
  await refreshRuns();
}
