import type { ReadDocument } from '../document/document.ts';
import type { Lexemes } from './lexeme-repository.ts';
import { searchConfigOf } from './search-config.ts';
import { wordsOf } from './words.ts';

export type SearchableDocument = Pick<
  ReadDocument,
  'place' | 'metadata' | 'body' | 'text' | 'problem'
>;

/** What a search looks through in a document. */
export interface SearchText {
  readonly config: string;
  readonly words: ReadonlyMap<string, Places>;
}

/** Where a word stands among all of them, from 1. */
interface Places {
  /** In title (A), terms of the taxonomies (B) and summary (C): `3A`. The letters weigh a match. */
  readonly head: string[];
  /** In body and name, or in the whole text and the path of a broken file. */
  readonly rest: number[];
}

/** Raised when the same text is put into other words than before: then all texts are put into words again. */
export const searchVersion = 1;

/** Of a longer text the beginning is searched, in UTF-16 units: reading all of it would hold up the save. */
export const searchedLength = 300_000;

/**
 * A `tsvector` has less than a mebibyte. Written as text it is longer than as bytes, and a character has at most three
 * bytes a UTF-16 unit.
 */
const longestVector = 300_000;

/** More than these add nothing: a word that is everywhere in a body does not outweigh one in a title. */
const mostPlaces = 64;

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
  const words = new Map<string, Places>();
  let position = 0;
  for (const { weight, text } of sections) {
    for (const word of wordsOf(text.slice(0, searchedLength))) {
      position += 1;
      let places = words.get(word);
      if (!places) words.set(word, (places = { head: [], rest: [] }));
      if (weight !== '') places.head.push(`${position}${weight}`);
      else if (places.rest.length < mostPlaces) places.rest.push(position);
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

/** As PostgreSQL reads a `tsvector`: `'press':1A,7 'wood':2A`. */
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
    const inHead = places.head.slice(0, mostPlaces).join(',');
    const anywhere = [...places.head, ...places.rest].slice(0, mostPlaces).join(',');
    for (const lexeme of found) {
      const name = `'${lexeme.replace(/['\\]/g, '$&$&')}':`;
      if (inHead !== '') head = withEntry(head, name + inHead);
      everything = withEntry(everything, name + anywhere);
    }
  }
  return { config, head, everything };
}

/** Without it when the vector is full. */
function withEntry(vector: string, text: string): string {
  return vector.length + text.length > longestVector ? vector : `${vector}${text} `;
}
