import { useSession } from '../../../app/session.ts';
import { useWords } from '../../../lib/words.ts';
import { useEditingState } from '../use-editing.ts';
import { actionWords } from './action-words.ts';
import type { Situation } from './why-not.ts';

export function useSituation(): Situation {
  return {
    detail: useEditingState((state) => state.detail),
    isDirty: useEditingState((state) => state.isDirty),
    isInConflict: useEditingState(({ conflict }) => conflict !== null),
    session: useSession(),
    words: useWords(actionWords),
  };
}
