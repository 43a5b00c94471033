/** Escaped HTML with the matches in `<mark>`. */
export interface Highlight {
  readonly title: string;
  readonly summary: string | null;
  /** Null without a match. */
  readonly body: string | null;
}

/** Split only once: a page of search results has some ten thousand words. */
export interface SplitText {
  readonly text: string;
  readonly forms: readonly string[];
}

/** As spelled in texts, with their compared form. */
export type FoundForms = ReadonlyMap<string, string>;

interface PlacedWord {
  /** Undefined when the word is no match. */
  readonly word: string | undefined;
  /** In UTF-16 units, like `end`. */
  readonly start: number;
  readonly end: number;
}

type FoundWord = PlacedWord & { readonly word: string };

/** In UTF-16 units. */
const excerptLength = 240;
const leadLength = 60;
const tailLength = 40;

export function marked(split: SplitText, found: FoundForms): string {
  const { text } = split;
  return markedPart(text, placedWords(split, found).filter(isFound), {
    start: 0,
    end: text.length,
  });
}

/** Undefined without a match. */
export function markedExcerpt(split: SplitText, forms: FoundForms): string | undefined {
  const { text } = split;
  const all = placedWords(split, forms);
  const found = all.filter(isFound);
  if (found.length === 0) return undefined;
  const first = bestStart(found);
  const from = first.start - leadLength;
  const start = from <= 0 ? 0 : all.find((word) => word.start >= from)!.start;
  const last = all.findLast(({ end }) => end <= start + excerptLength)!;
  const end = text.length - last.end < tailLength ? text.length : last.end;
  const part = markedPart(text, found, { start, end }).replace(/\s+/g, ' ').trim();
  return `${start > 0 ? '… ' : ''}${part}${end < text.length ? ' …' : ''}`;
}

function placedWords({ text, forms }: SplitText, found: FoundForms): PlacedWord[] {
  if (!forms.some((form) => found.has(form))) return [];
  let end = 0;
  return forms.map((form) => {
    const start = text.indexOf(form, end);
    end = start + form.length;
    return { word: found.get(form), start, end };
  });
}

function isFound(placed: PlacedWord): placed is FoundWord {
  return placed.word !== undefined;
}

function bestStart(found: readonly FoundWord[]): FoundWord {
  const different = new Set(found.map(({ word }) => word)).size;
  let best = { word: found[0]!, count: 0 };
  for (const [at, word] of found.entries()) {
    const within = new Set<string>();
    for (let next = at; next < found.length; next += 1) {
      if (found[next]!.end > word.start + excerptLength - leadLength) break;
      within.add(found[next]!.word);
    }
    if (within.size > best.count) best = { word, count: within.size };
    if (best.count === different) break;
  }
  return best.word;
}

function markedPart(
  text: string,
  found: readonly FoundWord[],
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
