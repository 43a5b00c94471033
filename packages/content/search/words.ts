const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;
// Nobody types these; a run of letters of this length is a picture in base64.
const longestWord = 100;

/** The words of a text, in small letters, in their order. */
export function wordsOf(text: string): string[] {
  const found = asCompared(text).match(wordPattern) ?? [];
  return found.filter(({ length }) => length <= longestWord);
}

/** The words of a text as they stand there, in their order. */
export function formsIn(text: string): readonly string[] {
  return text.match(wordPattern) ?? [];
}

/** What searches compare instead of a word as it stands in a text; undefined for what is none to them. */
export function comparedForm(form: string): string | undefined {
  return form.length <= longestWord ? asCompared(form) : undefined;
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
