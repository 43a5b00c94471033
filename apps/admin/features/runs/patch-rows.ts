import { commonLengths } from '../../lib/common-lengths.ts';
import type { PatchHunk, PatchLine } from './parse-patch.ts';

export interface TextSegment {
  readonly text: string;
  readonly isChanged: boolean;
}

export interface MarkedLine extends PatchLine {
  readonly stretches: readonly TextSegment[];
}

export interface SideRow {
  readonly before: MarkedLine | null;
  readonly after: MarkedLine | null;
}

export function sideRows({ lines }: PatchHunk): SideRow[] {
  const rows: SideRow[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    if (line.sign === ' ') {
      const shown = unmarkedLine(line);
      rows.push({ before: shown, after: shown });
      at += 1;
      continue;
    }
    const removed = takeWhile(lines, at, '-');
    const added = takeWhile(lines, at + removed.length, '+');
    rows.push(...paired(removed, added));
    at += removed.length + added.length;
  }
  return rows;
}

export function inlineRows(hunk: PatchHunk): MarkedLine[] {
  const shown: MarkedLine[] = [];
  const added: MarkedLine[] = [];
  for (const { before, after } of sideRows(hunk)) {
    if (before === after) shown.push(...added.splice(0));
    if (before) shown.push(before);
    if (after && after !== before) added.push(after);
  }
  return [...shown, ...added];
}

function takeWhile(lines: readonly PatchLine[], from: number, sign: '+' | '-'): PatchLine[] {
  let end = from;
  while (lines[end]?.sign === sign) end += 1;
  return lines.slice(from, end);
}

function paired(removed: readonly PatchLine[], added: readonly PatchLine[]): SideRow[] {
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, place) => {
    const [before, after] = [removed[place], added[place]];
    if (!before || !after) {
      return {
        before: before ? unmarkedLine(before) : null,
        after: after ? unmarkedLine(after) : null,
      };
    }
    const [left, right] = markDifferences(before.text, after.text);
    return { before: { ...before, stretches: left }, after: { ...after, stretches: right } };
  });
}

function unmarkedLine(line: PatchLine): MarkedLine {
  return { ...line, stretches: [{ text: line.text, isChanged: false }] };
}

/** The comparison takes quadratic time, and more marks are unreadable. */
const maxWords = 300;

function markDifferences(before: string, after: string): [TextSegment[], TextSegment[]] {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  if (a.length > maxWords || b.length > maxWords) {
    return [[{ text: before, isChanged: false }], [{ text: after, isChanged: false }]];
  }
  const lengthFrom = commonLengths(a, b);
  const [left, right]: [TextSegment[], TextSegment[]] = [[], []];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add(left, a[i++]!, false);
      add(right, b[j++]!, false);
    } else if (j >= b.length || (i < a.length && lengthFrom(i + 1, j) >= lengthFrom(i, j + 1))) {
      add(left, a[i++]!, true);
    } else add(right, b[j++]!, true);
  }
  const isAlike = lengthFrom(0, 0) * 4 >= Math.max(a.length, b.length);
  // Lines with hardly anything in common count as a removed and an added line.
  if (isAlike) return [left, right];
  return [[{ text: before, isChanged: false }], [{ text: after, isChanged: false }]];
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

function add(stretches: TextSegment[], text: string, isChanged: boolean): void {
  const last = stretches.at(-1);
  if (last?.isChanged === isChanged)
    stretches[stretches.length - 1] = { text: last.text + text, isChanged };
  else stretches.push({ text, isChanged });
}
