import type { DocumentComparison } from '@galley/sdk';
import { diffWords, similarity, type Piece } from './word-diff.ts';

type LineEdit = DocumentComparison['body_diff'][number];

/** Null on a side without the line. */
export interface DiffRow {
  readonly left: { readonly line: number; readonly text: string } | null;
  readonly right: { readonly line: number; readonly text: string } | null;
  /** Word diff of a line that is on both sides and differs. */
  readonly pieces: readonly Piece[] | null;
}

export interface DiffBlock {
  readonly isChange: boolean;
  readonly rows: readonly DiffRow[];
}

/** Line pairs compared by likeness; beyond it, lines are paired in order. */
const maxPairs = 2500;
/** Minimum likeness for two lines to count as one changed line. */
const minSimilarity = 0.3;

export function diffBlocks(edits: readonly LineEdit[]): DiffBlock[] {
  const blocks: DiffBlock[] = [];
  let place = 0;
  while (place < edits.length) {
    const start = place;
    const isChange = edits[place]!.op !== 'equal';
    while (place < edits.length && (edits[place]!.op !== 'equal') === isChange) place += 1;
    const part = edits.slice(start, place);
    blocks.push({ isChange, rows: isChange ? changedRows(part) : part.map(equalRow) });
  }
  return blocks;
}

export function allAdded(text: string): LineEdit[] {
  const lines = text === '' ? [] : text.split(/(?<=\n)/);
  return lines.map((line, place) => ({
    op: 'insert',
    left_line: null,
    right_line: place + 1,
    text: line,
  }));
}

function equalRow(edit: LineEdit): DiffRow {
  const text = withoutLineBreak(edit.text);
  return {
    left: { line: edit.left_line!, text },
    right: { line: edit.right_line!, text },
    pieces: null,
  };
}

function changedRows(edits: readonly LineEdit[]): DiffRow[] {
  const gone = edits.filter(({ op }) => op === 'delete');
  const come = edits.filter(({ op }) => op === 'insert');
  const rows: DiffRow[] = [];
  let [at, to] = [0, 0];
  const upTo = (end: number, last: number): void => {
    for (; at < end; at += 1) rows.push({ left: leftOf(gone[at]!), right: null, pieces: null });
    for (; to < last; to += 1) rows.push({ left: null, right: rightOf(come[to]!), pieces: null });
  };
  for (const [left, right] of pairs(gone, come)) {
    upTo(left, right);
    const [before, after] = [leftOf(gone[left]!), rightOf(come[right]!)];
    rows.push({ left: before, right: after, pieces: diffWords(before.text, after.text) });
    at = left + 1;
    to = right + 1;
  }
  upTo(gone.length, come.length);
  return rows;
}

type Pair = readonly [left: number, right: number];

/** Pairs deleted with inserted lines so that their total likeness is highest and their order is kept. */
function pairs(gone: readonly LineEdit[], come: readonly LineEdit[]): Pair[] {
  if (gone.length * come.length > maxPairs) {
    const most = Math.min(gone.length, come.length);
    return Array.from({ length: most }, (_, place): Pair => [place, place]);
  }
  const alike = gone.map((left) =>
    come.map((right) => {
      const value = similarity(left.text, right.text);
      return value < minSimilarity ? 0 : value;
    }),
  );
  const best = bestPairScores(alike);
  const found: Pair[] = [];
  let [at, to] = [0, 0];
  while (at < gone.length && to < come.length) {
    const value = alike[at]![to]!;
    if (value > 0 && best[at]![to] === value + best[at + 1]![to + 1]!) {
      found.push([at, to]);
      at += 1;
      to += 1;
    } else if (best[at + 1]![to]! >= best[at]![to + 1]!) at += 1;
    else to += 1;
  }
  return found;
}

function bestPairScores(alike: readonly (readonly number[])[]): number[][] {
  const width = alike[0]?.length ?? 0;
  const best = Array.from({ length: alike.length + 1 }, () => new Array<number>(width + 1).fill(0));
  for (let at = alike.length - 1; at >= 0; at -= 1) {
    for (let to = width - 1; to >= 0; to -= 1) {
      best[at]![to] = Math.max(
        alike[at]![to]! + best[at + 1]![to + 1]!,
        best[at + 1]![to]!,
        best[at]![to + 1]!,
      );
    }
  }
  return best;
}

function leftOf({ left_line: line, text }: LineEdit): NonNullable<DiffRow['left']> {
  return { line: line!, text: withoutLineBreak(text) };
}

function rightOf({ right_line: line, text }: LineEdit): NonNullable<DiffRow['right']> {
  return { line: line!, text: withoutLineBreak(text) };
}

function withoutLineBreak(text: string): string {
  return text.replace(/\r?\n$/, '');
}
