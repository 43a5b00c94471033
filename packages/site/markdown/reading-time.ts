const wordsPerMinute = 220;
const ideographsPerMinute = 450;

/**
 * Whole minutes that reading a text takes, at least one. Counted in one pass over the characters: this is done for every
 * body that is rendered, and a pattern with Unicode properties takes ten times as long.
 */
export function readingMinutes(text: string): number {
  let words = 0;
  let ideographs = 0;
  let isInWord = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const kind = code < ascii.length ? ascii[code]! : kindOf(code);
    if (kind === joining) continue;
    if (kind === ideograph) ideographs += 1;
    else if (kind === inWord && !isInWord) words += 1;
    isInWord = kind === inWord;
  }
  return Math.max(1, Math.round(words / wordsPerMinute + ideographs / ideographsPerMinute));
}

type Kind = typeof other | typeof inWord | typeof joining | typeof ideograph;
const [other, inWord, joining, ideograph] = [0, 1, 2, 3] as const;

/** Above the Latin letters, whatever is neither punctuation nor a symbol is part of a word. */
function kindOf(code: number): Kind {
  if (code < 0x80) {
    const lower = code | 0x20;
    if ((lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39)) return inWord;
  }
  // A hyphen or an apostrophe within a word.
  if (code === 0x2d || code === 0x27 || code === 0x2019) return joining;
  if (code < 0xc0) return other;
  // Han, Hiragana and Katakana, without the punctuation that stands among them.
  if ((code >= 0x3041 && code <= 0x9fff) || (code >= 0xf900 && code <= 0xfaff)) return ideograph;
  const isSymbol = (code >= 0x2000 && code <= 0x2bff) || (code >= 0x3000 && code <= 0x3040);
  return isSymbol ? other : inWord;
}

const ascii = Uint8Array.from({ length: 0x80 }, (_, code) => kindOf(code));
