import { WidgetType, type EditorView } from '@codemirror/view';
import { createStore } from '../../../../lib/store.ts';
import { attributeChange, type Attribute, type NewAttribute } from './attribute-syntax.ts';

interface CardOptions {
  readonly kind: 'block' | 'frame';
  readonly title: string;
  readonly attributes: readonly Attribute[];
  /** Part of the line with the attributes, from its start. */
  readonly from: number;
  readonly to: number;
}

export interface VisibleCard extends Pick<CardOptions, 'kind' | 'title' | 'attributes'> {
  readonly id: number;
  readonly view: EditorView;
  readonly place: HTMLElement;
}

/** Cards in the page, in which React shows forms. */
export const visibleCards = createStore<ReadonlyMap<HTMLElement, VisibleCard>>(new Map());

let lastId = 0;

/** An embed or the head of a plugin block: its attributes are a form. The source appears when the cursor is in it. */
export class AttributeCard extends WidgetType {
  readonly #options: CardOptions;

  constructor(options: CardOptions) {
    super();
    this.#options = options;
  }

  get #key(): string {
    return JSON.stringify(this.#options);
  }

  override eq(other: AttributeCard): boolean {
    return other.#key === this.#key;
  }

  override toDOM(view: EditorView): HTMLElement {
    const card = document.createElement('span');
    card.className = 'cm-card';
    this.#show(card, view);
    return card;
  }

  /** While someone types in a field, the card stays. */
  override updateDOM(card: HTMLElement, view: EditorView, from: this): boolean {
    const { kind, title } = this.#options;
    if (from.#options.kind !== kind || from.#options.title !== title) return false;
    this.#show(card, view);
    return true;
  }

  override destroy(card: HTMLElement): void {
    visibleCards.set((cards) => new Map([...cards].filter(([place]) => place !== card)));
  }

  override ignoreEvent({ target }: Event): boolean {
    return target instanceof Element && target.closest('.cm-card-form') !== null;
  }

  #show(place: HTMLElement, view: EditorView): void {
    const { kind, title, attributes, from, to } = this.#options;
    place.dataset['from'] = String(from);
    place.dataset['to'] = String(to);
    const id = visibleCards.get().get(place)?.id ?? ++lastId;
    const card: VisibleCard = { id, kind, title, attributes, view, place };
    visibleCards.set((cards) => new Map(cards).set(place, card));
  }
}

export function changeAttribute({ view, place }: VisibleCard, { name, value }: NewAttribute): void {
  if (view.state.readOnly) return;
  const line = view.posAtDOM(place);
  const start = line + Number(place.dataset['from']);
  const end = line + Number(place.dataset['to']);
  // Braces would end `{{name key="value"}}`.
  const isInline = view.state.sliceDoc(line, line + 2) === '{{';
  const written = isInline && typeof value === 'string' ? value.replace(/[{}]/g, '') : value;
  const text = view.state.sliceDoc(start, end);
  const { from, to, insert } = attributeChange(text, { name, value: written });
  view.dispatch({
    changes: { from: start + from, to: start + to, insert },
    userEvent: 'input.type',
  });
}
