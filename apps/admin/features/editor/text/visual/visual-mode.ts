import { Compartment, type Extension } from '@codemirror/state';
import { EditorView, keymap, ViewPlugin, type Command } from '@codemirror/view';
import { readPreference, storePreference } from '../../../../lib/local-preference.ts';
import { createStore } from '../../../../lib/store.ts';
import type { EditorPrompts } from '../../session/editor-prompts.ts';
import { markup } from './markup.ts';
import { linkOpening } from './open-link.ts';
import { blockMoves } from './move-block.ts';
import { pictureCards } from './pictures.ts';
import { tableGrid } from './tables/table-grid.ts';
import { tableTyping } from './tables/table-typing.ts';
import { toggleTaskAt } from './widgets.ts';

export type EditorMode = 'visual' | 'source';

/** The mode of the open editor; each person's choice is kept in the browser. */
export const editorMode = createStore<EditorMode>(
  readPreference('editor.mode') === 'source' ? 'source' : 'visual',
);

editorMode.subscribe(() => storePreference('editor.mode', editorMode.get()));

export function toggleMode(): void {
  editorMode.set((mode) => (mode === 'visual' ? 'source' : 'visual'));
}

interface VisualOptions {
  readonly path: () => string;
  readonly prompts: Pick<EditorPrompts, 'openDialog'>;
}

/** Both modes show the same text, undo history and selection. Visual mode adds only decorations and keys. */
export function switchableMode(options: VisualOptions): Extension {
  const compartment = new Compartment();
  const visual = visualMode(options);
  const chosen = () => (editorMode.get() === 'visual' ? visual : []);
  const following = ViewPlugin.define((view) => ({
    destroy: editorMode.subscribe(() =>
      view.dispatch({ effects: compartment.reconfigure(chosen()) }),
    ),
  }));
  return [compartment.of(chosen()), following];
}

function visualMode({ path, prompts }: VisualOptions): Extension {
  return [
    markup(path),
    linkOpening(path),
    tableGrid,
    tableTyping,
    blockMoves,
    pictureCards({ path, openDialog: prompts.openDialog }),
    keymap.of([{ key: 'Mod-Enter', run: toggleTask }]),
    EditorView.editorAttributes.of({ class: 'cm-visual' }),
  ];
}

const toggleTask: Command = (view) => toggleTaskAt(view, view.state.selection.main.head);
