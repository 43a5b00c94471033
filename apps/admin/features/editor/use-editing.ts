import type { Text } from '@codemirror/state';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { useStore } from '../../lib/store.ts';
import type { EditingSession } from './session/editing-session.ts';
import type { EditingState } from './session/editing-state.ts';

export const EditingContext = createContext<EditingSession | null>(null);

export function useEditing(): EditingSession {
  return useContext(EditingContext)!;
}

/** `choose` must return the same reference while the value is unchanged. */
export function useEditingState<Part>(choose: (state: EditingState) => Part): Part {
  const { state } = useEditing();
  return useSyncExternalStore(
    (listener) => state.subscribe(listener),
    () => choose(state.get()),
  );
}

export function useDebouncedText(): Text {
  const { debouncedChange, view } = useEditing();
  useStore(debouncedChange);
  return view.state.doc;
}
