/** A stretch of a text, from `start` up to and without `end`. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** How many characters of marks (`>`, bullets, the line below a table's head) may stand between two tokens. */
const longestGap = 2_000;

/** Where a token stands: line by line, since what a quote or a list puts before its lines is not in the token. */
export class Located {
  readonly start: number;
  readonly end: number;
  readonly #raw: string;
  readonly #lines: readonly LocatedLine[];

  constructor(raw: string, lines: readonly [LocatedLine, ...LocatedLine[]]) {
    this.#raw = raw;
    this.#lines = lines;
    this.start = lines[0].inText;
    const last = lines.at(-1)!;
    this.end = last.inText + last.length;
  }

  /** A stretch of the token as one of the text; undefined where it goes over several lines. */
  stretch({ start, end }: Stretch): Stretch | undefined {
    if (this.#raw.slice(start, end).includes('\n')) return undefined;
    const line = this.#lines.find(
      ({ inToken, length }) => inToken <= start && end <= inToken + length,
    );
    if (!line) return undefined;
    const shift = line.inText - line.inToken;
    return { start: start + shift, end: end + shift };
  }
}

interface LocatedLine {
  readonly inToken: number;
  readonly inText: number;
  readonly length: number;
}

/**
 * Finds where tokens stand in a text, when they come in its order: they know their words and not their place. What is
 * written in another way than the token has it (`\|` in a table) is not found, and then nothing in it is changed.
 */
export class TokenLocator {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** What stands before it has been seen. */
  get at(): number {
    return this.#at;
  }

  locate(raw: string): Located | undefined {
    const lines: LocatedLine[] = [];
    let from = this.#at;
    let inToken = 0;
    for (const line of raw.split('\n')) {
      const words = line.trim();
      if (words !== '') {
        const inText = this.#indexOf(words, from);
        if (inText === undefined) return undefined;
        const before = line.indexOf(words);
        lines.push({ inToken: inToken + before, inText, length: words.length });
        from = inText + words.length;
      }
      inToken += line.length + 1;
    }
    const [first, ...rest] = lines;
    return first && new Located(raw, [first, ...rest]);
  }

  /** Goes on behind a token in which there is nothing to be found. */
  pass(raw: string): void {
    const located = this.locate(raw);
    if (located) this.leave(located);
  }

  /** Goes on with what is in a token. */
  enter({ start }: Located): void {
    this.#at = start + 1;
  }

  leave({ end }: Located): void {
    this.#at = Math.max(this.#at, end);
  }

  #indexOf(words: string, from: number): number | undefined {
    const found = this.#text.slice(from, from + longestGap + words.length).indexOf(words);
    return found < 0 ? undefined : from + found;
  }
}
