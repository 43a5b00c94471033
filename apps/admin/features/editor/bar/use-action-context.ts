import { useSession } from '../../../app/session.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useEditingState } from '../use-editing.ts';
import { actionMessages } from './action-messages.ts';
import type { ActionContext } from './disabled-reasons.ts';

export function useActionContext(): ActionContext {
  return {
    detail: useEditingState((state) => state.detail),
    isDirty: useEditingState((state) => state.isDirty),
    isInConflict: useEditingState(({ conflict }) => conflict !== null),
    session: useSession(),
    words: useMessages(actionMessages),
  };
}
