const wordsPerMinute = 220;
const ideographsPerMinute = 450;

/** At least one. A single pass: Unicode patterns are ten times slower. */
export function readingMinutes(text: string): number {
  let words = 0;
  let ideographs = 0;
  let isInWord = false;
  for (let index = 0; index < text.length; index += 1) {
    const kind = kinds[text.charCodeAt(index)];
    if (kind === joining) continue;
    if (kind === ideograph) ideographs += 1;
    else if (kind === inWord && !isInWord) words += 1;
    isInWord = kind === inWord;
  }
  return Math.max(1, Math.round(words / wordsPerMinute + ideographs / ideographsPerMinute));
}

type Kind = typeof other | typeof inWord | typeof joining | typeof ideograph;
const [other, inWord, joining, ideograph] = [0, 1, 2, 3] as const;

/** Beyond Latin, everything except punctuation and symbols belongs to words. */
function classify(code: number): Kind {
  if (code === 0x2d || code === 0x27 || code === 0x2019) return joining;
  if (code < 0xc0) return /\w/.test(String.fromCharCode(code)) && code !== 0x5f ? inWord : other;
  if (ideographs.some((range) => isIn(range, code))) return ideograph;
  return symbols.some((range) => isIn(range, code)) ? other : inWord;
}

type Range = readonly [first: number, last: number];

/** Without punctuation. */
const ideographs: readonly Range[] = [
  [0x3041, 0x9fff],
  [0xf900, 0xfaff],
];
const symbols: readonly Range[] = [
  [0x2000, 0x2bff],
  [0x3000, 0x3040],
];

function isIn([first, last]: Range, code: number): boolean {
  return code >= first && code <= last;
}

const kinds = Uint8Array.from({ length: 0x10000 }, (_, code) => classify(code));
