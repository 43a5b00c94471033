import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';

/** Would replace `from` to `to`. */
export interface Suggestion {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export const suggest = StateEffect.define<Suggestion | null>();

/** Displayed in the editor without being part of the document. */
export const suggestionField = StateField.define<Suggestion | null>({
  create: () => null,
  update(suggestion, transaction) {
    const effect = transaction.effects.find((one) => one.is(suggest));
    if (effect) return effect.value;
    if (!suggestion || !transaction.docChanged) return suggestion;
    const { from, to, text } = suggestion;
    const at = transaction.changes.mapPos(from, 1);
    return { from: at, to: Math.max(at, transaction.changes.mapPos(to, -1)), text };
  },
  provide: (field): Extension => EditorView.decorations.from(field, suggestionDecorations),
});

function suggestionDecorations(suggestion: Suggestion | null): DecorationSet {
  if (!suggestion) return Decoration.none;
  const { from, to, text } = suggestion;
  const replaced = from < to ? [Decoration.mark({ tagName: 'del' }).range(from, to)] : [];
  const added = Decoration.widget({ widget: new Added(text), side: 1 }).range(to);
  return Decoration.set([...replaced, added]);
}

class Added extends WidgetType {
  readonly #text: string;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  override eq(other: Added): boolean {
    return other.#text === this.#text;
  }

  toDOM(): HTMLElement {
    const added = document.createElement('ins');
    added.style.whiteSpace = 'pre-wrap';
    added.textContent = this.#text;
    return added;
  }
}

export function acceptSuggestion(view: EditorView): void {
  const suggestion = view.state.field(suggestionField);
  if (!suggestion || view.state.readOnly) return;
  const { from, to, text } = suggestion;
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + text.length },
    effects: suggest.of(null),
    userEvent: 'input.suggestion',
    scrollIntoView: true,
  });
}
