import type { ReadDocument } from '../document.ts';
import type { Lexemes } from './lexeme-repository.ts';
import { searchConfigOf } from './search-config.ts';
import { wordsOf } from './words.ts';

/** What a search looks through in a document. */
export interface SearchText {
  readonly config: string;
  readonly words: ReadonlyMap<string, Places>;
}

/** Where a word stands, as PostgreSQL has it in a `tsvector`: `3A,7B`. The letters weigh a match. */
interface Places {
  /** In title (A), terms of the taxonomies (B) and summary (C). */
  head: string;
  /** In body and name, or in the whole text and the path of a broken file. */
  rest: string;
  count: number;
}

/** Of a longer text the beginning is searched, in UTF-16 units: reading all of it would hold up the save. */
export const searchedLength = 300_000;

/**
 * A `tsvector` has less than a mebibyte. Written as text it is longer than as bytes, and a character has at most three
 * bytes a UTF-16 unit.
 */
const longestVector = 300_000;

/** More than these add nothing: a word that is everywhere in a body does not outweigh one in a title. */
const mostPlaces = 64;

export function searchText({ place, metadata, ...read }: ReadDocument): SearchText {
  const { title, summary, taxonomies } = metadata;
  const name = read.problem ? place.path : place.key;
  const sections = [
    { weight: 'A', text: title },
    ...Object.values(taxonomies).map((terms) => ({ weight: 'B', text: terms.join(' ') })),
    { weight: 'C', text: summary ?? '' },
    { weight: '', text: searchedBody(read) },
    { weight: '', text: name },
  ];
  const words = new Map<string, Places>();
  let position = 0;
  for (const { weight, text } of sections) {
    for (const word of wordsOf(text.slice(0, searchedLength))) {
      position += 1;
      addPlace(words, word, { position, weight });
    }
  }
  return { config: searchConfigOf(place.lang), words };
}

/** The text below title and summary that is searched: of a broken file all there is. */
export function searchedBody({
  body,
  text,
  problem,
}: Pick<ReadDocument, 'body' | 'text' | 'problem'>): string {
  return problem ? (text ?? '') : body;
}

/** Head, and everything, as PostgreSQL reads a `tsvector`: `'press':1A,7 'wood':2A`. */
export function vectorTexts(
  { words }: SearchText,
  lexemes: Lexemes,
): { readonly head: string; readonly everything: string } {
  let [head, everything] = ['', ''];
  for (const [word, places] of words) {
    for (const lexeme of lexemes.get(word) ?? []) {
      const name = `'${lexeme.replace(/['\\]/g, '$&$&')}':`;
      if (places.head !== '') head = withEntry(head, name + places.head);
      everything = withEntry(everything, name + joined(places.head, places.rest));
    }
  }
  return { head, everything };
}

function addPlace(
  words: Map<string, Places>,
  word: string,
  { position, weight }: { position: number; weight: string },
): void {
  let places = words.get(word);
  if (!places) words.set(word, (places = { head: '', rest: '', count: 0 }));
  if (places.count === mostPlaces) return;
  places.count += 1;
  const part = weight === '' ? 'rest' : 'head';
  places[part] = joined(places[part], `${position}${weight}`);
}

function joined(places: string, more: string): string {
  return places === '' || more === '' ? places + more : `${places},${more}`;
}

/** Without it when the vector is full. */
function withEntry(vector: string, text: string): string {
  return vector.length + text.length > longestVector ? vector : `${vector}${text} `;
}
