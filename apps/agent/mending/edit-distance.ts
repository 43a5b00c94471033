/** Counts swaps of neighbours as one edit; `most + 1` if above `most`. */
export function editDistance(one: string, other: string, most: number): number {
  const from = [...one];
  const to = [...other];
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = to.map((_, index) => index + 1);
  last.unshift(0);
  for (const [row, character] of from.entries()) {
    const next = [row + 1];
    for (const [column, wanted] of to.entries()) {
      const swapped =
        row > 0 && column > 0 && character === to[column - 1] && from[row - 1] === wanted
          ? beforeLast[column - 1]! + 1
          : Infinity;
      const changed = last[column]! + (character === wanted ? 0 : 1);
      next.push(Math.min(last[column + 1]! + 1, next[column]! + 1, changed, swapped));
    }
    if (Math.min(...next) > most) return most + 1;
    [beforeLast, last] = [last, next];
  }
  return Math.min(last.at(-1)!, most + 1);
}

/** A fifth of the word, at most 3; 1 for words of three or four characters. */
export const maxEditDistance = (word: string) =>
  Math.min(3, Math.floor(word.length / 5) || (word.length > 2 ? 1 : 0));
