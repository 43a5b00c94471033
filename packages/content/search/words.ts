/** A word in a text, as searches compare words, and where it stands, in UTF-16 units. */
export interface PlacedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;
// Nobody types these; a run of letters of this length is a picture in base64.
const longestWord = 100;

/** The words of a text, in small letters, in their order. */
export function wordsOf(text: string): string[] {
  const found = asCompared(text).match(wordPattern) ?? [];
  return found.filter(({ length }) => length <= longestWord);
}

export function* placedWords(text: string): Generator<PlacedWord> {
  for (const { 0: found, index } of text.matchAll(wordPattern)) {
    if (found.length <= longestWord)
      yield { word: asCompared(found), start: index, end: index + found.length };
  }
}

/** A word without the accents of Latin letters: who types `cancion` looks for `canción` too. */
export function withoutAccents(word: string): string {
  if (isAscii(word)) return word;
  return word
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .normalize('NFC');
}

function asCompared(text: string): string {
  return isAscii(text) ? text.toLowerCase() : text.normalize('NFC').toLowerCase();
}

function isAscii(text: string): boolean {
  return !/[^\p{ASCII}]/u.test(text);
}
