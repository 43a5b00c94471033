import type { ContentIndex, DocumentEntry } from '../content/content-index.ts';
import { isThere, readTarget } from './link-target.ts';
import { findPlaces, type Place } from './markdown-places.ts';
import { masked } from './mended-text.ts';
import { asAltText } from './alt-texts.ts';

export interface DocumentChange {
  readonly document: DocumentEntry;
  readonly before: string;
  readonly after: string;
}

/** Objections as sentences; `undefined` for a change of more than link addresses and alt texts. */
export function faultsOfChange(
  { document, before, after }: DocumentChange,
  index: ContentIndex,
): readonly string[] | undefined {
  const old = findPlaces(before);
  const changed = findPlaces(after);
  if (old.length !== changed.length || masked(before, old) !== masked(after, changed))
    return undefined;
  return changed.flatMap((place, at) =>
    findPlaceFaults({ old: old[at]!, place, document, index }).map(
      (fault) => `${document.path}, line ${place.line}: ${fault}`,
    ),
  );
}

interface ChangedPlace {
  readonly old: Place;
  readonly place: Place;
  readonly document: DocumentEntry;
  readonly index: ContentIndex;
}

function findPlaceFaults(change: ChangedPlace): string[] {
  return [findAddressFault(change), findAltTextFault(change)].filter(
    (fault) => fault !== undefined,
  );
}

function findAddressFault({ old, place, document, index }: ChangedPlace): string | undefined {
  const { address } = place;
  if (address === old.address) return undefined;
  const before = readTarget(old.address, document);
  if (!before) return `the patch changes ${shown(old.address)}, which is not an internal link.`;
  if (isThere(before, index))
    return `the patch changes ${shown(old.address)}, which is not broken.`;
  const after = readTarget(address, document);
  if (!after) return `${shown(address)} is not an internal address.`;
  return isThere(after, index) ? undefined : `the target ${shown(address)} does not exist.`;
}

function findAltTextFault({ old, place }: ChangedPlace): string | undefined {
  const { altText } = place;
  if (altText === old.altText) return undefined;
  if (old.altText !== '') return `the patch changes the existing alt text ${shown(old.altText)}.`;
  if (altText !== asAltText(altText))
    return `the alt text ${shown(altText)} must be one line of plain text.`;
  return undefined;
}

const shown = (text: string) => JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
