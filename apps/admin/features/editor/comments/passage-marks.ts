import { StateEffect, StateField, type Extension, type Range } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';
import { currentMessages } from '../../../lib/messages.ts';
import { threadMessages } from '../../comments/thread-messages.ts';

export interface MarkedPassage {
  readonly from: number;
  readonly to: number;
  /** Null for a comment. */
  readonly replacement: string | null;
}

/** By thread; `draft` for the passage of a thread that is being written. */
export type MarkedPassages = ReadonlyMap<string, MarkedPassage>;

export const draftId = 'draft';

interface Marks {
  readonly passages: MarkedPassages;
  readonly active: string | null;
}

/** Null removes a passage. */
export const markPassages = StateEffect.define<ReadonlyMap<string, MarkedPassage | null>>();
export const activateThread = StateEffect.define<string | null>();

/** Passages follow the edits of the open text. They are decorations and never a part of it. */
export const passageMarks = StateField.define<Marks>({
  create: () => ({ passages: new Map(), active: null }),
  update(marks, { changes, docChanged, effects }) {
    let { passages, active } = marks;
    if (docChanged)
      passages = new Map(
        [...passages].map(([id, passage]) => {
          const from = changes.mapPos(passage.from, passage.from === passage.to ? -1 : 1);
          return [id, { ...passage, from, to: Math.max(from, changes.mapPos(passage.to, -1)) }];
        }),
      );
    for (const effect of effects) {
      if (effect.is(activateThread)) active = effect.value;
      if (effect.is(markPassages)) passages = withMarks(passages, effect.value);
    }
    return passages === marks.passages && active === marks.active ? marks : { passages, active };
  },
  provide: (field): Extension => EditorView.decorations.from(field, decorationsOf),
});

function withMarks(
  passages: MarkedPassages,
  news: ReadonlyMap<string, MarkedPassage | null>,
): MarkedPassages {
  const all = new Map<string, MarkedPassage | null>([...passages, ...news]);
  return new Map([...all].flatMap(([id, passage]) => (passage ? [[id, passage] as const] : [])));
}

function decorationsOf({ passages, active }: Marks): DecorationSet {
  const ranges = [...passages].flatMap(([id, passage]) =>
    passage.replacement === null
      ? commentMark(id, passage, id === active)
      : suggestionMarks(id, passage, passage.replacement),
  );
  return Decoration.set(ranges, true);
}

function commentMark(
  id: string,
  { from, to }: MarkedPassage,
  isActive: boolean,
): Range<Decoration>[] {
  if (from === to) return [];
  const mark = Decoration.mark({
    class: isActive ? 'cm-commented cm-commented-active' : 'cm-commented',
    attributes: { 'data-thread': id },
  });
  return [mark.range(from, to)];
}

function suggestionMarks(
  id: string,
  { from, to }: MarkedPassage,
  replacement: string,
): Range<Decoration>[] {
  const messages = currentMessages(threadMessages);
  const label = (text: string, at: number, side: number) =>
    Decoration.widget({ widget: new SpokenLabel(text), side }).range(at);
  const gone =
    from < to
      ? [
          label(messages.suggestedDeletion, from, -1),
          Decoration.mark({
            tagName: 'del',
            class: 'cm-suggested',
            attributes: { 'data-thread': id },
          }).range(from, to),
        ]
      : [];
  const come =
    replacement === ''
      ? []
      : [Decoration.widget({ widget: new Insertion(id, replacement), side: 1 }).range(to)];
  return [...gone, ...come, label(messages.endOfSuggestion, to, 2)];
}

/** Colour and strokes say nothing to screen readers. */
class SpokenLabel extends WidgetType {
  readonly #text: string;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  override eq(other: SpokenLabel): boolean {
    return other.#text === this.#text;
  }

  toDOM(): HTMLElement {
    const label = document.createElement('span');
    label.className = 'sr-only';
    label.textContent = this.#text;
    return label;
  }
}

class Insertion extends WidgetType {
  readonly #id: string;
  readonly #text: string;

  constructor(id: string, text: string) {
    super();
    this.#id = id;
    this.#text = text;
  }

  override eq(other: Insertion): boolean {
    return other.#text === this.#text && other.#id === this.#id;
  }

  toDOM(): HTMLElement {
    const added = document.createElement('ins');
    added.className = 'cm-suggested';
    added.dataset['thread'] = this.#id;
    const label = new SpokenLabel(currentMessages(threadMessages).suggestedInsertion).toDOM();
    added.append(label, this.#text);
    return added;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** The thread whose passage is at the position; the shortest of several. */
export function threadAt(passages: MarkedPassages, at: number): string | undefined {
  const found = [...passages].filter(
    ([id, { from, to }]) => id !== draftId && from <= at && at <= to,
  );
  const [first] = found.toSorted(
    ([, one], [, other]) => one.to - one.from - (other.to - other.from),
  );
  return first?.[0];
}
