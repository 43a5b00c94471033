import { diffArrays } from 'diff';

/** One line of two texts laid side by side. */
export interface LineEdit {
  readonly op: 'equal' | 'insert' | 'delete';
  /** 1-based; null where the line is not on that side. */
  readonly leftLine: number | null;
  readonly rightLine: number | null;
  /** With its line ending, if it has one: the lines of a side, one after the other, are its text to the byte. */
  readonly text: string;
}

/**
 * How many of the lines that both sides have may be out of their order. The time grows with the square of that: beyond
 * it, all between the first and the last difference counts as replaced. At 600 a diff takes some 20 ms at worst
 * (bench/diff.ts).
 */
const mostMoves = 600;

/** The lines of a text, each with its ending: only LF ends a line, so that a CR belongs to it. */
export function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/**
 * What becomes of each line on the way from one text to the other: as few lines as possible are deleted and inserted,
 * within `mostMoves`. Deletions stand before the insertions in their place.
 */
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

/** Indexes of a line on the left and of the same line on the right. */
type Pair = readonly [left: number, right: number];

/** The lines that stay, in order. */
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

/** A longest common subsequence. Lines that only one side has cannot be in it, and would only cost time. */
function commonLines(before: readonly string[], after: readonly string[]): Pair[] {
  const numbers = new Map([...new Set(before).intersection(new Set(after))].map(numbered));
  const [left, right] = [shared(before, numbers), shared(after, numbers)];
  const changes = diffArrays(
    left.map(({ number }) => number),
    right.map(({ number }) => number),
    { maxEditLength: mostMoves },
  );
  const pairs: Pair[] = [];
  let [leftAt, rightAt] = [0, 0];
  // Without an answer there were too many moves, and nothing is held to be the same.
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

/** Numbers in place of lines: those are compared at once, however long the lines are. */
function shared(lines: readonly string[], numbers: ReadonlyMap<string, number>) {
  return lines.flatMap((line, index) => {
    const number = numbers.get(line);
    return number === undefined ? [] : [{ index, number }];
  });
}
