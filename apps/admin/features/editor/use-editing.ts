import type { Text } from '@codemirror/state';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { useStore } from '../../lib/store.ts';
import type { Editing } from './session/editing.ts';
import type { EditingState } from './session/editing-state.ts';

export const EditingContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
  return useContext(EditingContext)!;
}

/** Selects a part of the state; `choose` must return the same reference while the value is unchanged. */
export function useEditingState<Part>(choose: (state: EditingState) => Part): Part {
  const { state } = useEditing();
  return useSyncExternalStore(
    (listener) => state.subscribe(listener),
    () => choose(state.get()),
  );
}

/** Text, updated shortly after the last key. */
export function useSettledText(): Text {
  const { settled, view } = useEditing();
  useStore(settled);
  return view.state.doc;
}
