import { useBlocker } from '@tanstack/react-router';
import { wordsNow } from '../../lib/words.ts';
import { ask } from '../../ui/index.ts';
import { settingsWords } from './words.ts';

/** Asks before the page is left while there is something that is not saved. */
export function useLeaveGuard(changes: number): void {
  useBlocker({
    disabled: changes === 0,
    enableBeforeUnload: true,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false;
      const words = wordsNow(settingsWords);
      return !(await ask({
        title: words.leaveTitle,
        text: words.leaveText(changes),
        action: words.leave,
        kind: 'danger',
      }));
    },
  });
}
