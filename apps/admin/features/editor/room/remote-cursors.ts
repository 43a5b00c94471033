import { RangeSet, StateEffect, StateField, type Extension, type Range } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';

export interface RemoteCursor {
  readonly anchor: number;
  readonly head: number;
  readonly name: string;
  /** Number of the colour. */
  readonly slot: number;
}

export const showCursors = StateEffect.define<readonly RemoteCursor[]>();

/** Cursors and selections of others, which move with the text. Screen readers get the list of people instead. */
const cursorField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    const effect = transaction.effects.findLast((one) => one.is(showCursors));
    if (effect) return decorations(effect.value, transaction.newDoc.length);
    return transaction.docChanged ? shown.map(transaction.changes) : shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorations(cursors: readonly RemoteCursor[], length: number): DecorationSet {
  const ranges: Range<Decoration>[] = cursors.flatMap(({ anchor, head, name, slot }) => {
    const within = (at: number) => Math.min(at, length);
    const [from, to] = [within(Math.min(anchor, head)), within(Math.max(anchor, head))];
    const caret = Decoration.widget({
      widget: new Caret(name, slot),
      side: head < anchor ? -1 : 1,
    });
    const selected = Decoration.mark({ class: `room-selection room-colour-${slot}` });
    return [...(from < to ? [selected.range(from, to)] : []), caret.range(within(head))];
  });
  return RangeSet.of(ranges, true);
}

class Caret extends WidgetType {
  readonly #name: string;
  readonly #slot: number;

  constructor(name: string, slot: number) {
    super();
    this.#name = name;
    this.#slot = slot;
  }

  override eq(other: Caret): boolean {
    return other.#name === this.#name && other.#slot === this.#slot;
  }

  toDOM(): HTMLElement {
    const caret = document.createElement('span');
    caret.className = `room-caret room-colour-${this.#slot}`;
    caret.ariaHidden = 'true';
    // Shown by CSS, so that it is no text that could be copied.
    caret.dataset['name'] = this.#name;
    return caret;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

export const remoteCursors: Extension = cursorField;
