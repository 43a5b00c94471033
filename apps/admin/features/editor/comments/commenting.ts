import { Prec, type Extension } from '@codemirror/state';
import { EditorView, keymap, type Command } from '@codemirror/view';
import { createStore } from '../../../lib/store.ts';
import { activateThread, draftId, markPassages, passageMarks, threadAt } from './passage-marks.ts';

export type DraftKind = 'comment' | 'suggestion';

/** Comments of the open editor, between the text and the panel. */
export class Commenting {
  /** Kind of the thread that is being written, about the passage `draft`. */
  readonly draft = createStore<DraftKind | null>(null);
  /** Increases with each wish to see the panel, on the thread `active` or the draft. */
  readonly wishes = createStore(0);
  readonly active = createStore<string | null>(null);
  readonly canComment = createStore(false);
  /** Increases when passages of threads are marked: the panel leads only to those. */
  readonly marked = createStore(0);

  /** About the selection; a suggestion without one inserts text at the cursor. */
  begin(view: EditorView, kind: DraftKind): boolean {
    const { from, to } = view.state.selection.main;
    if (from === to && kind === 'comment') {
      const thread = threadAt(view.state.field(passageMarks).passages, from);
      if (thread !== undefined) this.#choose(view, thread);
      return thread !== undefined;
    }
    if (!this.canComment.get()) return false;
    view.dispatch({
      effects: markPassages.of(new Map([[draftId, { from, to, replacement: null }]])),
    });
    this.active.set(null);
    this.draft.set(kind);
    this.wishes.set((count) => count + 1);
    return true;
  }

  endDraft(view: EditorView): void {
    this.draft.set(null);
    view.dispatch({ effects: markPassages.of(new Map([[draftId, null]])) });
  }

  /** Selects the passage in the text. */
  show(view: EditorView, thread: string): void {
    const passage = view.state.field(passageMarks).passages.get(thread);
    if (!passage) return;
    this.active.set(thread);
    view.dispatch({
      selection: { anchor: passage.from, head: passage.to },
      effects: [
        activateThread.of(thread),
        EditorView.scrollIntoView(passage.from, { y: 'center' }),
      ],
    });
    view.focus();
  }

  extension(): Extension {
    const comment: Command = (view) => this.begin(view, 'comment');
    const choose = (event: MouseEvent, view: EditorView): boolean => {
      const mark = (event.target as Element).closest<HTMLElement>('[data-thread]');
      const thread = mark?.dataset['thread'];
      if (thread !== undefined && view.state.selection.main.empty) this.#choose(view, thread, true);
      return false;
    };
    return [
      passageMarks,
      Prec.high(keymap.of([{ key: 'Mod-Alt-m', run: comment, preventDefault: true }])),
      EditorView.domEventHandlers({ click: choose }),
    ];
  }

  #choose(view: EditorView, thread: string, isQuiet = false): void {
    view.dispatch({ effects: activateThread.of(thread) });
    this.active.set(thread);
    if (!isQuiet) this.wishes.set((count) => count + 1);
  }
}
