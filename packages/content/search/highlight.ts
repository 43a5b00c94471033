import { placedWords, type PlacedWord } from './words.ts';

/** HTML: escaped text in which what was looked for is in `<mark>`. */
export interface Highlight {
  readonly title: string;
  readonly summary: string | null;
  /** A piece of the body around what was found; null when nothing was found there. */
  readonly body: string | null;
}

/** In UTF-16 units. */
const excerptLength = 240;
const leadLength = 60;
const tailLength = 40;

/** The whole text, with the words marked. */
export function marked(text: string, words: ReadonlySet<string>): string {
  const found = [...placedWords(text)].filter(({ word }) => words.has(word));
  return markedPart(text, found, { start: 0, end: text.length });
}

/** The piece of a text in which most of the words are, or undefined when none is anywhere. */
export function markedExcerpt(text: string, words: ReadonlySet<string>): string | undefined {
  const all = [...placedWords(text)];
  const found = all.filter(({ word }) => words.has(word));
  if (found.length === 0) return undefined;
  const first = bestStart(found);
  const from = first.start - leadLength;
  const start = from <= 0 ? 0 : all.find((word) => word.start >= from)!.start;
  const last = all.findLast(({ end }) => end <= start + excerptLength)!;
  const end = text.length - last.end < tailLength ? text.length : last.end;
  const part = markedPart(text, found, { start, end }).replace(/\s+/g, ' ').trim();
  return `${start > 0 ? '… ' : ''}${part}${end < text.length ? ' …' : ''}`;
}

/** The match from which on an excerpt has most different words. */
function bestStart(found: readonly PlacedWord[]): PlacedWord {
  let best = { word: found[0]!, count: 0 };
  for (const [at, word] of found.entries()) {
    const within = new Set<string>();
    for (let next = at; next < found.length; next += 1) {
      if (found[next]!.end > word.start + excerptLength - leadLength) break;
      within.add(found[next]!.word);
    }
    if (within.size > best.count) best = { word, count: within.size };
  }
  return best.word;
}

function markedPart(
  text: string,
  found: readonly PlacedWord[],
  { start, end }: { start: number; end: number },
): string {
  let html = '';
  let at = start;
  for (const word of found) {
    if (word.start < start || word.end > end) continue;
    html += `${escaped(text.slice(at, word.start))}<mark>${escaped(text.slice(word.start, word.end))}</mark>`;
    at = word.end;
  }
  return html + escaped(text.slice(at, end));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
