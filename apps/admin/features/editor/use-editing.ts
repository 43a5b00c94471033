import type { Text } from '@codemirror/state';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { useStore } from '../../lib/store.ts';
import type { Editing } from './session/editing.ts';
import type { EditingState } from './session/editing-state.ts';

/** The document that the page is about. */
export const EditingContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
  return useContext(EditingContext)!;
}

/** A part of its state; what is chosen has to be the same thing as long as it says the same. */
export function useEditingState<Part>(choose: (state: EditingState) => Part): Part {
  const { state } = useEditing();
  return useSyncExternalStore(
    (listener) => state.subscribe(listener),
    () => choose(state.get()),
  );
}

/** The text, a while after the last key. */
export function useSettledText(): Text {
  const { settled, view } = useEditing();
  useStore(settled);
  return view.state.doc;
}
