import { WidgetType, type EditorView } from '@codemirror/view';

export interface Attribute {
  readonly name: string;
  readonly value: string;
}

const attribute = /([a-z][a-z\d_-]*)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi;

export function attributesIn(text: string): Attribute[] {
  return [...text.matchAll(attribute)].map(([, name, double, single, bare]) => ({
    name: name!,
    value: double ?? single ?? bare ?? '',
  }));
}

/** The same text with another value, or with the attribute behind the others. */
export function withAttribute(text: string, { name, value }: Attribute): string {
  const written = `${name}="${value.replaceAll('"', "'")}"`;
  const found = [...text.matchAll(attribute)].find((match) => match[1] === name);
  if (!found) return `${text.trimEnd()} ${written}`;
  return text.slice(0, found.index) + written + text.slice(found.index + found[0].length);
}

interface CardOptions {
  readonly title: string;
  readonly attributes: readonly Attribute[];
  /** Part of the line with the attributes, from its start. */
  readonly from: number;
  readonly to: number;
}

/** An embed or the head of a plugin block: its attributes are a form. The source appears when the cursor is in it. */
export class AttributeCard extends WidgetType {
  readonly #options: CardOptions;

  constructor(options: CardOptions) {
    super();
    this.#options = options;
  }

  get #shape(): string {
    const { title, from, attributes } = this.#options;
    return JSON.stringify([title, from, attributes.map(({ name }) => name)]);
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
    const title = document.createElement('strong');
    title.textContent = this.#options.title;
    card.append(
      title,
      ...this.#options.attributes.map(({ name }) => this.#field(view, card, name)),
    );
    this.#fill(card);
    return card;
  }

  /** While someone types in a field, the card stays. */
  override updateDOM(card: HTMLElement, _: EditorView, from: this): boolean {
    if (from.#shape !== this.#shape) return false;
    this.#fill(card);
    return true;
  }

  #fill(card: HTMLElement): void {
    card.dataset['to'] = String(this.#options.to - this.#options.from);
    for (const input of card.querySelectorAll('input')) {
      const found = this.#options.attributes.find(({ name }) => name === input.name);
      if (input !== document.activeElement) input.value = found?.value ?? '';
    }
  }

  #field(view: EditorView, card: HTMLElement, name: string): HTMLElement {
    const { from } = this.#options;
    const label = document.createElement('label');
    const input = document.createElement('input');
    input.name = name;
    input.readOnly = view.state.readOnly;
    input.addEventListener('input', () => {
      const start = view.posAtDOM(card) + from;
      const end = start + Number(card.dataset['to']);
      const insert = withAttribute(view.state.sliceDoc(start, end), { name, value: input.value });
      if (!view.state.readOnly)
        view.dispatch({ changes: { from: start, to: end, insert }, userEvent: 'input.type' });
    });
    label.append(name, input);
    return label;
  }

  override ignoreEvent(event: Event): boolean {
    return event.target instanceof HTMLInputElement;
  }
}
