export type ShowText = (kind: 'message' | 'thinking', text: string) => void;

/** Longer texts without a paragraph are shown up to the last sentence. */
const maxHeldCharacters = 240;

/** Shows a growing text in paragraphs, each once. */
export class TextParts {
  readonly #show: (part: string) => void;
  #text = '';
  #shown = 0;

  constructor(show: (part: string) => void) {
    this.#show = show;
  }

  /** The whole text so far. */
  update(text: string): void {
    this.#text = text;
    const held = text.slice(this.#shown);
    const paragraph = held.lastIndexOf('\n\n');
    if (paragraph > 0 && held.slice(0, paragraph).trim() !== '') this.#showUpTo(paragraph);
    else if (held.length > maxHeldCharacters) {
      const sentence = Math.max(...['. ', '! ', '? ', '\n'].map((end) => held.lastIndexOf(end)));
      if (sentence > 0) this.#showUpTo(sentence + 1);
    }
  }

  end(): void {
    this.#showUpTo(this.#text.length - this.#shown);
  }

  #showUpTo(length: number): void {
    const part = this.#text.slice(this.#shown, this.#shown + length).trim();
    this.#shown += length;
    if (part !== '') this.#show(part);
  }
}
