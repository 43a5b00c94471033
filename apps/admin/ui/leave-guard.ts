import { useBlocker } from '@tanstack/react-router';
import { currentMessages } from '../lib/messages.ts';
import { confirmAction } from './dialog.tsx';
import { uiMessages } from './messages.ts';

/** `address`: a change of the search parameters alone asks as well, for content that they select. */
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

/** True: the user agrees to lose the changes. */
export function askToLeave(): Promise<boolean> {
  const messages = currentMessages(uiMessages);
  return confirmAction({
    title: messages.leaveTitle,
    text: messages.leaveText,
    action: messages.leave,
    kind: 'danger',
  });
}
