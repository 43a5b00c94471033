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
    if (isIdeograph(code)) {
      ideographs += 1;
      isInWord = false;
    } else if (isWordCharacter(code)) {
      if (!isInWord) words += 1;
      isInWord = true;
    } else if (!joinsWords(code)) isInWord = false;
  }
  return Math.max(1, Math.round(words / wordsPerMinute + ideographs / ideographsPerMinute));
}

/** Han, Hiragana and Katakana, without the punctuation that stands among them. */
function isIdeograph(code: number): boolean {
  return (code >= 0x3041 && code <= 0x9fff) || (code >= 0xf900 && code <= 0xfaff);
}

/** Letters and digits; above the Latin ones whatever is neither punctuation nor a symbol. */
function isWordCharacter(code: number): boolean {
  if (code < 0x80) {
    const lower = code | 0x20;
    return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39);
  }
  if (code < 0xc0) return false;
  return !((code >= 0x2000 && code <= 0x2bff) || (code >= 0x3000 && code <= 0x3040));
}

/** A hyphen or an apostrophe within a word. */
function joinsWords(code: number): boolean {
  return code === 0x2d || code === 0x27 || code === 0x2019;
}
