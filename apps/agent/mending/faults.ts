import type { ContentIndex, DocumentEntry } from '../content/content-index.ts';
import type { CandidateFinder } from './candidates.ts';
import { isThere, readTarget, writtenTarget, type LinkTarget } from './link-target.ts';
import { findPlaces, type Place } from './markdown-places.ts';
import { altTextFor, type Sidecar } from './alt-texts.ts';
import type { Stretch } from './token-locator.ts';

export interface Fault {
  readonly kind: 'broken_link' | 'missing_alt';
  /** Counted from 1. */
  readonly line: number;
  readonly address: string;
  /** Counted from 0, among the links and images of the document. */
  readonly place: number;
  /** `undefined` if it cannot be located, which leaves the fault to people. */
  readonly stretch: Stretch | undefined;
  /** `undefined` if none or more than one fits. */
  readonly mend: Mend | undefined;
  readonly candidates: readonly string[];
}

export interface Mend {
  readonly text: string;
  readonly why: string;
}

/** Per document; the rest appear after these are mended. */
export const maxFaults = 500;

export interface FaultFinderParts {
  readonly index: ContentIndex;
  readonly candidates: CandidateFinder;
  readonly sidecarOf: (path: string) => Promise<Sidecar>;
}

export class FaultFinder {
  readonly #parts: FaultFinderParts;

  constructor(parts: FaultFinderParts) {
    this.#parts = parts;
  }

  async find(source: string, document: DocumentEntry): Promise<readonly Fault[]> {
    const faults: Fault[] = [];
    for (const [place, found] of findPlaces(source).entries()) {
      if (faults.length >= maxFaults) break;
      const target = readTarget(found.address, document);
      // A broken reference is reported and mended at its definition.
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
