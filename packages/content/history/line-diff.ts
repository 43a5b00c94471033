import { diffArrays } from 'diff';

export interface LineEdit {
  readonly op: 'equal' | 'insert' | 'delete';
  /** 1-based; null when the side does not have the line. */
  readonly leftLine: number | null;
  readonly rightLine: number | null;
  /** With its line ending: the concatenated lines of a side are its exact text. */
  readonly text: string;
}

/** Maximum number of common lines out of order; run time grows with its square: 20 ms at worst (bench/diff.ts). */
const maxMoves = 600;

/** Only LF ends a line; a CR belongs to it. */
export function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/** Minimal within `maxMoves`. Deletions come before the insertions at the same position. */
export function diffLines(left: string, right: string): LineEdit[] {
  const [before, after] = [linesOf(left), linesOf(right)];
  const edits: LineEdit[] = [];
  let [leftAt, rightAt] = [0, 0];
  const upTo = ([leftEnd, rightEnd]: Pair): void => {
    for (; leftAt < leftEnd; leftAt += 1) {
      edits.push({ op: 'delete', leftLine: leftAt + 1, rightLine: null, text: before[leftAt]! });
    }
    for (; rightAt < rightEnd; rightAt += 1) {
      edits.push({ op: 'insert', leftLine: null, rightLine: rightAt + 1, text: after[rightAt]! });
    }
  };
  for (const pair of equalLines(before, after)) {
    upTo(pair);
    const text = before[leftAt]!;
    edits.push({ op: 'equal', leftLine: (leftAt += 1), rightLine: (rightAt += 1), text });
  }
  upTo([before.length, after.length]);
  return edits;
}

type Pair = readonly [left: number, right: number];

function equalLines(before: readonly string[], after: readonly string[]): Pair[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const same = (count: number, from: Pair): Pair[] =>
    Array.from({ length: count }, (_, at) => [from[0] + at, from[1] + at]);
  const ends: Pair = [before.length - tail, after.length - tail];
  const between = commonLines(before.slice(head, ends[0]), after.slice(head, ends[1]));
  return [
    ...same(head, [0, 0]),
    ...between.map(([left, right]): Pair => [left + head, right + head]),
    ...same(tail, ends),
  ];
}

function commonLines(before: readonly string[], after: readonly string[]): Pair[] {
  const numbers = new Map([...new Set(before).intersection(new Set(after))].map(numbered));
  const [left, right] = [shared(before, numbers), shared(after, numbers)];
  const changes = diffArrays(
    left.map(({ number }) => number),
    right.map(({ number }) => number),
    { maxEditLength: maxMoves },
  );
  const pairs: Pair[] = [];
  let [leftAt, rightAt] = [0, 0];
  // An undefined result means too many moves: then no line counts as equal.
  for (const { added, removed, count } of changes ?? []) {
    for (let of = 0; !added && !removed && of < count; of += 1) {
      pairs.push([left[leftAt + of]!.index, right[rightAt + of]!.index]);
    }
    if (!added) leftAt += count;
    if (!removed) rightAt += count;
  }
  return pairs;
}

function numbered(line: string, index: number): [string, number] {
  return [line, index];
}

/** As numbers, which compare in constant time. */
function shared(lines: readonly string[], numbers: ReadonlyMap<string, number>) {
  return lines.flatMap((line, index) => {
    const number = numbers.get(line);
    return number === undefined ? [] : [{ index, number }];
  });
}
