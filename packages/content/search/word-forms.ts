const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;
// Longer runs of letters are base64 data, which is never searched for.
const maxWordLength = 100;

export function wordsOf(text: string): string[] {
  const found = asCompared(text).match(wordPattern) ?? [];
  return found.filter(({ length }) => length <= maxWordLength);
}

export function formsIn(text: string): readonly string[] {
  return text.match(wordPattern) ?? [];
}

/** Undefined for words that searches ignore. */
export function comparedForm(form: string): string | undefined {
  return form.length <= maxWordLength ? asCompared(form) : undefined;
}

/** `cancion` finds `canción`. */
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
