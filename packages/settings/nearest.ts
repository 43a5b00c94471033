import leven from 'leven';
import { withParams, type FieldFault } from '@galley/kernel';

const normalize = (word: string) => word.toLowerCase().replace(/[-_ ]/g, '');

/** The first of equally close ones; undefined when none is close. `nameOf` returns the compared text. */
export function findNearest(
  word: string,
  candidates: readonly string[],
  nameOf: (candidate: string) => string = (candidate) => candidate,
): string | undefined {
  const wanted = normalize(word);
  let best: string | undefined;
  let limit = Math.min(4, Math.max(1, Math.floor(wanted.length / 2))) + 1;
  for (const candidate of candidates) {
    const distance = leven(wanted, normalize(nameOf(candidate)), { maxDistance: limit });
    if (distance < limit) {
      best = candidate;
      limit = distance;
    }
  }
  return best;
}

/** Names the nearest of the known names, or all of them. */
export function withSuggestion(
  fault: FieldFault,
  word: string,
  known: readonly string[],
): FieldFault {
  const nearest = findNearest(word, known);
  if (nearest !== undefined) return withParams(fault, { nearest });
  return known.length > 0 ? withParams(fault, { known }) : fault;
}
