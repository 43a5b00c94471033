// `npm run docs:reference` copies this file into the admin, so it imports nothing.

const wordsPerMinute = 220;
const ideographsPerMinute = 450;

export interface WordCount {
  readonly words: number;
  /** Chinese and Japanese are written without spaces: each character counts. */
  readonly ideographs: number;
}

/** Words of a Markdown text, without the addresses of links. A single pass: Unicode patterns are ten times slower. */
export function countWords(text: string): WordCount {
  const kindOf = (kinds ??= classifyAll());
  const ends = new AddressEnds(text);
  let words = 0;
  let ideographs = 0;
  let isInWord = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === closingBracket) index = ends.after(index);
    const kind = kindOf[code];
    if (kind === joining) continue;
    if (kind === ideograph) ideographs += 1;
    else if (kind === inWord && !isInWord) words += 1;
    isInWord = kind === inWord;
  }
  return { words, ideographs };
}

/** At least one. */
export function readingMinutes({ words, ideographs }: WordCount): number {
  return Math.max(1, Math.round(words / wordsPerMinute + ideographs / ideographsPerMinute));
}

const closingBracket = 0x5d;

/** Finds the ends of link addresses in a text, in linear time because it only moves forwards. */
class AddressEnds {
  readonly #text: string;
  #bracket = -1;
  #line = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Index of the bracket that ends the address after `](`; `start` if none follows in the line. */
  after(start: number): number {
    if (this.#text[start + 1] !== '(') return start;
    if (this.#bracket <= start) this.#bracket = this.#next(')', start);
    if (this.#line <= start) this.#line = this.#next('\n', start);
    return this.#bracket < this.#line ? this.#bracket : start;
  }

  #next(character: string, start: number): number {
    const found = this.#text.indexOf(character, start);
    return found === -1 ? Infinity : found;
  }
}

type Kind = typeof other | typeof inWord | typeof joining | typeof ideograph;
const [other, inWord, joining, ideograph] = [0, 1, 2, 3] as const;

/** Beyond Latin, everything except punctuation and symbols belongs to words. */
function classify(code: number): Kind {
  if (code === 0x2d || code === 0x27 || code === 0x2019) return joining;
  if (code < 0xc0) return /\w/.test(String.fromCharCode(code)) && code !== 0x5f ? inWord : other;
  if (ideographRanges.some((range) => isIn(range, code))) return ideograph;
  return symbolRanges.some((range) => isIn(range, code)) ? other : inWord;
}

type Range = readonly [first: number, last: number];

/** Without punctuation. */
const ideographRanges: readonly Range[] = [
  [0x3041, 0x9fff],
  [0xf900, 0xfaff],
];
const symbolRanges: readonly Range[] = [
  [0x2000, 0x2bff],
  [0x3000, 0x3040],
];

function isIn([first, last]: Range, code: number): boolean {
  return code >= first && code <= last;
}

let kinds: Uint8Array | undefined;

function classifyAll(): Uint8Array {
  return Uint8Array.from({ length: 0x10000 }, (_, code) => classify(code));
}
