import { runsOf, termsOf } from './index-terms.ts';

/** Texts of a document, by field. */
export interface IndexedTexts {
  readonly title: string;
  readonly terms: readonly string[];
  readonly summary: string;
  readonly text: string;
}

/** A word in the title counts as often as so many in the text. */
const titleWeight = 40;
const termWeight = 8;
const summaryWeight = 3;

/** As in BM25, with a fixed average, so that a new document does not change the weights of all others. */
const saturation = 1.2;
const typicalWords = 400;
const maxWeight = 26;

interface WordEntry {
  /** As first written, in lower case: stemmers need accents. */
  readonly written: string;
  /** Number of the document and weight, alternating. */
  readonly postings: number[];
}

/** Words of all documents of a language. Documents are added by ascending number. */
export class WordIndex {
  readonly #entries = new Map<string, WordEntry>();

  add(number: number, { title, terms, summary, text }: IndexedTexts): void {
    const counts = new Map<string, number>();
    const length = this.#count(counts, text, 1);
    this.#count(counts, title, titleWeight);
    this.#count(counts, terms.join(' '), termWeight);
    this.#count(counts, summary, summaryWeight);
    const norm = saturation * (0.25 + (0.75 * length) / typicalWords);
    for (const [term, count] of counts) {
      const weight = Math.max(1, Math.round((count / (count + norm)) * maxWeight));
      this.#entries.get(term)!.postings.push(number, weight);
    }
  }

  /** Words to stem: index terms by the way they are written. */
  get words(): readonly string[] {
    return [...new Set([...this.#entries.values()].map(({ written }) => written))];
  }

  /** Sorted by term. `stems` has an empty stem for stop words. */
  entries(stems: ReadonlyMap<string, string>): {
    readonly entries: readonly (readonly [term: string, stem: string, postings: string])[];
    readonly stops: readonly string[];
  } {
    const entries: [string, string, string][] = [];
    const stops: string[] = [];
    for (const term of [...this.#entries.keys()].sort()) {
      const { written, postings } = this.#entries.get(term)!;
      const stem = foldedStem(stems.get(written) ?? written);
      if (stem === '') stops.push(term);
      else entries.push([term, stem === term ? '' : stem, encodePostings(postings)]);
    }
    return { entries, stops };
  }

  /** @returns number of words */
  #count(counts: Map<string, number>, text: string, weight: number): number {
    const runs = runsOf(text);
    for (const run of runs) {
      const terms = termsOf(run);
      for (const term of terms) {
        counts.set(term, (counts.get(term) ?? 0) + weight);
        if (this.#entries.has(term)) continue;
        const written = terms.length === 1 ? run.normalize('NFC').toLowerCase() : term;
        this.#entries.set(term, { written, postings: [] });
      }
    }
    return runs.length;
  }
}

function foldedStem(stem: string): string {
  return runsOf(stem).flatMap(termsOf)[0] ?? '';
}

/** See `decodePostings` of the script. */
function encodePostings(postings: readonly number[]): string {
  let text = '';
  let before = -1;
  for (let at = 0; at < postings.length; at += 2) {
    const gap = postings[at]! - before;
    before = postings[at]!;
    text += (gap === 1 ? '' : gap.toString(36)) + String.fromCharCode(64 + postings[at + 1]!);
  }
  return text;
}
