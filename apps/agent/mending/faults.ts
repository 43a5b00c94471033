import type { ContentIndex, DocumentEntry } from '../content/content-index.ts';
import type { CandidateFinder } from './candidates.ts';
import { isThere, readTarget, writtenTarget, type LinkTarget } from './link-target.ts';
import { placesOf, type Place } from './markdown-places.ts';
import { altTextFor, type Sidecar } from './picture-words.ts';
import type { Stretch } from './token-locator.ts';

/** What is wrong with one link or picture of a document. */
export interface Fault {
  readonly kind: 'broken_link' | 'missing_alt';
  /** In the file, from 1. */
  readonly line: number;
  /** The address as it is written. */
  readonly address: string;
  /** Which of the document's links and pictures it is, from 0. */
  readonly place: number;
  /** What is replaced; undefined where it cannot be told, so that people have to mend it. */
  readonly stretch: Stretch | undefined;
  /** What is to be there; undefined where there is nothing, or not one thing alone, that fits. */
  readonly mend: Mend | undefined;
  /** Of a broken link: what else it may have meant, as it would be written. */
  readonly candidates: readonly string[];
}

export interface Mend {
  readonly text: string;
  /** Why it is this, as the end of a sentence. */
  readonly why: string;
}

/** A document has no more of them; the rest is found when these are mended. */
export const mostFaults = 500;

export interface FaultFinderParts {
  readonly index: ContentIndex;
  readonly candidates: CandidateFinder;
  /** What is said of a picture of the media library, by its path. */
  readonly sidecarOf: (path: string) => Promise<Sidecar>;
}

/** Finds broken links and pictures without words, and what would mend them. */
export class FaultFinder {
  readonly #parts: FaultFinderParts;

  constructor(parts: FaultFinderParts) {
    this.#parts = parts;
  }

  async find(source: string, document: DocumentEntry): Promise<readonly Fault[]> {
    const faults: Fault[] = [];
    for (const [place, found] of placesOf(source).entries()) {
      if (faults.length >= mostFaults) break;
      const target = readTarget(found.address, document);
      // Where a reference leads is told, and mended, where it is defined.
      if (target && !found.isReference && !isThere(target, this.#parts.index))
        faults.push({ ...this.#brokenLink(target, found, document), place });
      const missing = await this.#missingAlt(found, target);
      if (missing) faults.push({ ...missing, place });
    }
    return faults;
  }

  #brokenLink(target: LinkTarget, place: Place, from: DocumentEntry): Omit<Fault, 'place'> {
    const { found, why } = this.#parts.candidates.find(target, from);
    const written = found.map((candidate) => writtenTarget(target, candidate, from));
    const [only] = found.length === 1 ? written : [];
    return {
      kind: 'broken_link',
      line: place.line,
      address: place.address,
      stretch: place.target,
      mend: only !== undefined && place.target ? { text: only, why } : undefined,
      candidates: written,
    };
  }

  async #missingAlt(
    place: Place,
    target: LinkTarget | undefined,
  ): Promise<Omit<Fault, 'place'> | undefined> {
    if (place.kind !== 'picture' || place.altText !== '') return undefined;
    const isMedia = target?.kind === 'media';
    const path = isMedia ? target.target : place.address.replace(/[?#].*$/s, '');
    const sidecar = await this.#parts.sidecarOf(isMedia ? path : '');
    if (sidecar.isDecorative) return undefined;
    const words = place.address.startsWith('data:') ? undefined : altTextFor(place, path, sidecar);
    return {
      kind: 'missing_alt',
      line: place.line,
      address: place.address,
      stretch: place.alt,
      mend: place.alt && words,
      candidates: [],
    };
  }
}
