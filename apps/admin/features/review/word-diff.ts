import { commonLengths } from '../../lib/common-lengths.ts';

export interface Piece {
  readonly op: 'equal' | 'delete' | 'insert';
  readonly text: string;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Maximum number of word pairs compared; beyond it, everything between the first and last difference is replaced. */
const maxPairs = 1_500_000;

export function wordsOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

export function diffWords(before: string, after: string): Piece[] {
  if (before === after) return before === '' ? [] : [{ op: 'equal', text: before }];
  const [left, right] = [wordsOf(before), wordsOf(after)];
  const most = Math.min(left.length, right.length);
  let head = 0;
  while (head < most && left[head] === right[head]) head += 1;
  let tail = 0;
  while (tail < most - head && left.at(-1 - tail) === right.at(-1 - tail)) tail += 1;
  const between = diffBetween(
    left.slice(head, left.length - tail),
    right.slice(head, right.length - tail),
  );
  return joined([
    { op: 'equal', text: left.slice(0, head).join('') },
    ...readable(between),
    { op: 'equal', text: left.slice(left.length - tail).join('') },
  ]);
}

function diffBetween(left: readonly string[], right: readonly string[]): Piece[] {
  if (left.length * right.length > maxPairs)
    return [
      { op: 'delete', text: left.join('') },
      { op: 'insert', text: right.join('') },
    ];
  const lengthFrom = commonLengths(left, right);
  const pieces: Piece[] = [];
  let [at, to] = [0, 0];
  while (at < left.length && to < right.length) {
    if (left[at] === right[to]) {
      pieces.push({ op: 'equal', text: left[at]! });
      at += 1;
      to += 1;
    } else if (lengthFrom(at + 1, to) >= lengthFrom(at, to + 1)) {
      pieces.push({ op: 'delete', text: left[at]! });
      at += 1;
    } else {
      pieces.push({ op: 'insert', text: right[to]! });
      to += 1;
    }
  }
  pieces.push({ op: 'delete', text: left.slice(at).join('') });
  pieces.push({ op: 'insert', text: right.slice(to).join('') });
  return pieces;
}

/** `one two` to `three four` is one change instead of two. */
function readable(pieces: readonly Piece[]): Piece[] {
  const together = joined(pieces);
  const islands = together.flatMap((piece, place): Piece[] => {
    const isInside = place > 0 && place < together.length - 1;
    if (piece.op !== 'equal' || !isInside || /[\p{L}\p{N}]/u.test(piece.text)) return [piece];
    return [
      { op: 'delete', text: piece.text },
      { op: 'insert', text: piece.text },
    ];
  });
  return joined(islands);
}

/** Within a change, deletions come before insertions. */
function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  let [gone, come] = ['', ''];
  const settle = (): void => {
    if (gone !== '') result.push({ op: 'delete', text: gone });
    if (come !== '') result.push({ op: 'insert', text: come });
    [gone, come] = ['', ''];
  };
  for (const { op, text } of pieces) {
    if (text === '') continue;
    if (op === 'delete') gone += text;
    else if (op === 'insert') come += text;
    else {
      settle();
      const last = result.at(-1);
      if (last?.op === 'equal') result[result.length - 1] = { op, text: last.text + text };
      else result.push({ op, text });
    }
  }
  settle();
  return result;
}

/** 0 to 1. */
export function similarity(before: string, after: string): number {
  const isWord = (word: string): boolean => /[\p{L}\p{N}]/u.test(word);
  const [left, right] = [before, after].map((text) => new Set(wordsOf(text).filter(isWord)));
  const all = left!.size + right!.size;
  if (all === 0) return before.trim() === after.trim() ? 1 : 0;
  return (2 * left!.intersection(right!).size) / all;
}
