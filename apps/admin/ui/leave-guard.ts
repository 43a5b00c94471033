import { useBlocker } from '@tanstack/react-router';
import { wordsNow } from '../lib/words.ts';
import { ask } from './dialog.tsx';
import { uiWords } from './words.ts';

/**
 * Asks before what was changed and not saved is left: by a link, the back button, or closing the tab. What is written
 * about something that the address names behind its `?` is left by every other `address`.
 */
export function useLeaveGuard(isUnsaved: boolean, leavesBy: 'page' | 'address' = 'page'): void {
  useBlocker({
    disabled: !isUnsaved,
    enableBeforeUnload: () => isUnsaved,
    shouldBlockFn: async ({ current, next }) => {
      const isLeft = leavesBy === 'address' || current.pathname !== next.pathname;
      return isLeft && !(await askToLeave());
    },
  });
}

/** Whether what was changed may be lost. */
export function askToLeave(): Promise<boolean> {
  const words = wordsNow(uiWords);
  return ask({
    title: words.leaveTitle,
    text: words.leaveText,
    action: words.leave,
    kind: 'danger',
  });
}
