import type { Token } from 'marked';

const placed: ReadonlySet<string> = new Set([
  'link',
  'image',
  'code',
  'codespan',
  'html',
  'pluginBlock',
]);

/** Tokens have no positions and must be passed in order. */
export class LineFinder {
  readonly #source: string;
  #offset = 0;
  #line = 1;

  constructor(source: string) {
    this.#source = source;
  }

  advanceTo({ type, raw }: Token): number {
    if (!placed.has(type)) return this.#line;
    // The text in a block is found by its own tokens.
    const own = type === 'pluginBlock' ? raw.split('\n', 1)[0]! : raw.trimEnd();
    const found = this.#source.indexOf(own, this.#offset);
    // In quotes and lists, tokens have other characters in between.
    if (found < 0) return this.#line;
    this.#countTo(found);
    const line = this.#line;
    // A link may contain a picture.
    this.#countTo(type === 'link' ? found + 1 : found + own.length);
    return line;
  }

  #countTo(offset: number): void {
    for (let at = this.#next(); at >= 0 && at < offset; at = this.#next()) {
      this.#line += 1;
      this.#offset = at + 1;
    }
    this.#offset = offset;
  }

  #next(): number {
    return this.#source.indexOf('\n', this.#offset);
  }
}
