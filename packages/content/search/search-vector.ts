import type { ReadDocument, SummarizedDocument } from '../document/document.ts';
import type { Lexemes } from './lexeme-repository.ts';
import { searchConfigOf } from './search-config.ts';
import { wordsOf } from './word-forms.ts';

export interface SearchableDocument extends Pick<
  ReadDocument,
  'place' | 'body' | 'text' | 'problem'
> {
  readonly metadata: Pick<SummarizedDocument['metadata'], 'title' | 'summary' | 'taxonomies'>;
}

export interface SearchText {
  readonly config: string;
  readonly words: ReadonlyMap<string, WordPositions>;
}

/** From 1, among all words. */
interface WordPositions {
  /** `3A`: A for title, B for terms, C for summary. */
  readonly head: string[];
  /** In body and name, or in the whole text and path of a broken file. */
  readonly rest: number[];
}

/** Increase when the same text gives other words: all texts are then indexed again. */
export const searchVersion = 1;

/** In UTF-16 units: indexing all of a longer text would delay the save. */
export const searchedLength = 300_000;

/** A `tsvector` is limited to 1 MiB, and each UTF-16 unit takes at most three bytes. */
const maxVectorLength = 300_000;

/** More positions have no effect: frequent words in a body do not outrank a match in the title. */
const maxPositions = 64;

export function searchText({ place, metadata, ...read }: SearchableDocument): SearchText {
  const { title, summary, taxonomies } = metadata;
  const name = read.problem ? place.path : place.key;
  const sections = [
    { weight: 'A', text: title },
    ...Object.values(taxonomies).map((terms) => ({ weight: 'B', text: terms.join(' ') })),
    { weight: 'C', text: summary ?? '' },
    { weight: '', text: searchedBody(read) },
    { weight: '', text: name },
  ];
  const words = new Map<string, WordPositions>();
  let position = 0;
  for (const { weight, text } of sections) {
    for (const word of wordsOf(text.slice(0, searchedLength))) {
      position += 1;
      let places = words.get(word);
      if (!places) words.set(word, (places = { head: [], rest: [] }));
      if (weight !== '') places.head.push(`${position}${weight}`);
      else if (places.rest.length < maxPositions) places.rest.push(position);
    }
  }
  return { config: searchConfigOf(place.lang), words };
}

/** For broken files, the whole text. */
export function searchedBody({
  body,
  text,
  problem,
}: Pick<ReadDocument, 'body' | 'text' | 'problem'>): string {
  return problem ? (text ?? '') : body;
}

/** Input syntax of `tsvector`: `'press':1A,7 'wood':2A`. */
export interface SearchVectors {
  readonly config: string;
  readonly head: string;
  readonly everything: string;
}

export function searchVectors({ config, words }: SearchText, lexemes: Lexemes): SearchVectors {
  let [head, everything] = ['', ''];
  for (const [word, places] of words) {
    const found = lexemes.get(word) ?? [];
    if (found.length === 0) continue;
    const inHead = places.head.slice(0, maxPositions).join(',');
    const anywhere = [...places.head, ...places.rest].slice(0, maxPositions).join(',');
    for (const lexeme of found) {
      const name = `'${lexeme.replace(/['\\]/g, '$&$&')}':`;
      if (inHead !== '') head = withEntry(head, name + inHead);
      everything = withEntry(everything, name + anywhere);
    }
  }
  return { config, head, everything };
}

function withEntry(vector: string, text: string): string {
  return vector.length + text.length > maxVectorLength ? vector : `${vector}${text} `;
}
