/** `end` is exclusive. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Markup characters between two tokens: `>`, bullets, the line below a table header. */
const maxGap = 2_000;

/** Line by line: prefixes of quotes and lists are not part of the token. */
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

  /** `undefined` if it spans several lines. */
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

/** Searches forward only. A token that differs from its source (an escape in a table) stays unchanged. */
export class TokenLocator {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

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

  pass(raw: string): void {
    const located = this.locate(raw);
    if (located) this.leave(located);
  }

  enter({ start }: Located): void {
    this.#at = start + 1;
  }

  leave({ end }: Located): void {
    this.#at = Math.max(this.#at, end);
  }

  #indexOf(words: string, from: number): number | undefined {
    const found = this.#text.slice(from, from + maxGap + words.length).indexOf(words);
    return found < 0 ? undefined : from + found;
  }
}
