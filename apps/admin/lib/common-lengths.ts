/** Length of the longest common subsequence from each pair of positions to the ends. */
export function commonLengths(
  left: readonly string[],
  right: readonly string[],
): (at: number, to: number) => number {
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  const lengthFrom = (at: number, to: number) => lengths[at * width + to]!;
  for (let at = left.length - 1; at >= 0; at -= 1) {
    for (let to = right.length - 1; to >= 0; to -= 1) {
      lengths[at * width + to] =
        left[at] === right[to]
          ? lengthFrom(at + 1, to + 1) + 1
          : Math.max(lengthFrom(at + 1, to), lengthFrom(at, to + 1));
    }
  }
  return lengthFrom;
}
