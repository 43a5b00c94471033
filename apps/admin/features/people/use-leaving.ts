import { useBlocker } from '@tanstack/react-router';
import { wordsNow } from '../../lib/words.ts';
import { ask } from '../../ui/index.ts';
import { peopleWords } from './words.ts';

/** Asks before what was typed and not saved is left: by a link, the back button, or closing the tab. */
export function useLeaving(isUnsaved: boolean): void {
  useBlocker({
    disabled: !isUnsaved,
    enableBeforeUnload: () => isUnsaved,
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && !(await askToDiscard()),
  });
}

/** Whether what was changed may be lost. */
export function askToDiscard(): Promise<boolean> {
  const words = wordsNow(peopleWords);
  return ask({
    title: words.discardTitle,
    text: words.discardText,
    action: words.discard,
    kind: 'danger',
  });
}
