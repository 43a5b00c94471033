import leven from 'leven';

/** Upper and lower case, `-` and `_` are not what makes two names different to a person. */
const plain = (word: string) => word.toLowerCase().replace(/[-_ ]/g, '');

/**
 * The candidate that `word` was most likely meant to be, or undefined when none is near.
 * `nameOf` gives the part of a candidate that is compared; of equally near ones, the first is taken.
 */
export function nearest(
  word: string,
  candidates: readonly string[],
  nameOf: (candidate: string) => string = (candidate) => candidate,
): string | undefined {
  const wanted = plain(word);
  let best: string | undefined;
  let limit = Math.min(4, Math.max(1, Math.floor(wanted.length / 2))) + 1;
  for (const candidate of candidates) {
    const distance = leven(wanted, plain(nameOf(candidate)), { maxDistance: limit });
    if (distance < limit) {
      best = candidate;
      limit = distance;
    }
  }
  return best;
}
