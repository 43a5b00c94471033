import { useBlocker } from '@tanstack/react-router';
import { wordsNow } from '../lib/words.ts';
import { ask } from './dialog.tsx';
import { uiWords } from './words.ts';

/**
 * Asks before unsaved changes are lost by following a link, going back, or closing the tab. With `leavesBy` set to
 * `address`, a change of the search parameters alone counts as leaving as well: use it for content that the address
 * selects behind its `?`.
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

/** Resolves to true if the user agrees to lose the changes. */
export function askToLeave(): Promise<boolean> {
  const words = wordsNow(uiWords);
  return ask({
    title: words.leaveTitle,
    text: words.leaveText,
    action: words.leave,
    kind: 'danger',
  });
}
