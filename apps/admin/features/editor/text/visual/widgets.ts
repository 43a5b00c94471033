import { type EditorView, WidgetType } from '@codemirror/view';
import { currentMessages } from '../../../../lib/messages.ts';
import { visualMessages } from './visual-messages.ts';

/** A text in the place of markup. */
export class TextWidget extends WidgetType {
  readonly #text: string;
  readonly #className: string;

  constructor(text: string, className: string) {
    super();
    this.#text = text;
    this.#className = className;
  }

  override eq(other: TextWidget): boolean {
    return other.#text === this.#text && other.#className === this.#className;
  }

  override toDOM(): HTMLElement {
    const dom = document.createElement('span');
    dom.className = this.#className;
    dom.textContent = this.#text;
    return dom;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** A picture within a line of text. */
export class ImageWidget extends WidgetType {
  readonly #alt: string;
  readonly #source: string;

  constructor({ alt }: { readonly alt: string }, source: string) {
    super();
    this.#alt = alt;
    this.#source = source;
  }

  override eq(other: ImageWidget): boolean {
    return other.#alt === this.#alt && other.#source === this.#source;
  }

  override toDOM(): HTMLElement {
    const image = document.createElement('img');
    image.className = 'cm-image';
    image.alt = this.#alt;
    image.src = this.#source;
    return image;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

export class RuleWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override toDOM(): HTMLElement {
    const dom = document.createElement('hr');
    dom.className = 'cm-rule';
    return dom;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** The box of a task, in place of `- [ ] `. */
export class TaskWidget extends WidgetType {
  readonly #isDone: boolean;

  constructor(isDone: boolean) {
    super();
    this.#isDone = isDone;
  }

  override eq(other: TaskWidget): boolean {
    return other.#isDone === this.#isDone;
  }

  override toDOM(view: EditorView): HTMLElement {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.className = 'cm-task';
    box.checked = this.#isDone;
    box.ariaLabel = currentMessages(visualMessages).done;
    box.addEventListener('mousedown', (event) => event.preventDefault());
    box.addEventListener('click', (event) => {
      // The text decides: a box of a read-only text stays as it is.
      event.preventDefault();
      toggleTaskAt(view, view.posAtDOM(box));
    });
    return box;
  }
}

export function toggleTaskAt(view: EditorView, position: number): boolean {
  const line = view.state.doc.lineAt(position);
  const found = /^(\s*(?:> ?)*\s*(?:[-*+]|\d+[.)]) +\[)([ xX])\]/.exec(line.text);
  if (!found || view.state.readOnly) return false;
  const at = line.from + found[1]!.length;
  view.dispatch({
    changes: { from: at, to: at + 1, insert: found[2] === ' ' ? 'x' : ' ' },
    userEvent: 'input.format',
  });
  return true;
}
