import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffLines, linesOf, type LineEdit } from './line-diff.ts';

/** `=a`, `-b`, `+c` for lines without their endings. */
function brief(left: string, right: string): string {
  const signs = { equal: '=', insert: '+', delete: '-' };
  return diffLines(left, right)
    .map(({ op, text }) => signs[op] + text.trimEnd())
    .join(' ');
}

const lines = (words: string): string => words.replaceAll(' ', '\n') + (words && '\n');

const text = fc
  .array(fc.constantFrom('a\n', 'b\n', 'c\r\n', 'a', '\r', '\n', '\n', '\u2028', '🚀\n', '\uFEFF'))
  .map((pieces) => pieces.join(''));

function sideOf(edits: readonly LineEdit[], side: 'leftLine' | 'rightLine'): string {
  const there = edits.filter((edit) => edit[side] !== null);
  expect(there.map((edit) => edit[side])).toEqual(there.map((_, at) => at + 1));
  return there.map((edit) => edit.text).join('');
}

test.each([
  ['', []],
  ['a', ['a']],
  ['a\n', ['a\n']],
  ['a\r\n\nb', ['a\r\n', '\n', 'b']],
  ['a\rb\u2028c\u0085', ['a\rb\u2028c\u0085']],
])('the lines of %j end with LF only', (given, expected) => {
  expect(linesOf(given)).toEqual(expected);
});

describe('a line diff', () => {
  test.each([
    ['', '', ''],
    ['', 'a b', '+a +b'],
    ['a b', '', '-a -b'],
    ['a b', 'a b', '=a =b'],
    ['a b c', 'a x c', '=a -b +x =c'],
    ['a b c', 'x y z', '-a -b -c +x +y +z'],
    ['a b c d', 'a d', '=a -b -c =d'],
    ['a a', 'a a a', '=a =a +a'],
    ['a b c d e', 'a c b d e', '=a -b =c +b =d =e'],
  ])('from %j to %j is %j', (left, right, expected) => {
    expect(brief(lines(left), lines(right))).toBe(expected);
  });

  test('numbers the lines of each side from 1', () => {
    expect(diffLines('a\nb\n', 'b\nc\n')).toEqual([
      { op: 'delete', leftLine: 1, rightLine: null, text: 'a\n' },
      { op: 'equal', leftLine: 2, rightLine: 1, text: 'b\n' },
      { op: 'insert', leftLine: null, rightLine: 2, text: 'c\n' },
    ]);
  });

  test.each([
    ['another line ending', 'a\nb\n', 'a\r\nb\n'],
    ['a missing end of the last line', 'a\nb\n', 'a\nb'],
    ['a space at the end', 'a\n', 'a \n'],
    ['another composition of a letter', '\u00e9\n', 'e\u0301\n'],
    ['a byte order mark', '\uFEFFa\n', 'a\n'],
  ])('shows %s', (_name, left, right) => {
    const changed = diffLines(left, right).filter(({ op }) => op !== 'equal');
    expect(changed.map(({ op }) => op)).toEqual(['delete', 'insert']);
  });

  test('contains both sides byte for byte (GAP-DOC-14)', () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        const edits = diffLines(left, right);
        expect([sideOf(edits, 'leftLine'), sideOf(edits, 'rightLine')]).toEqual([left, right]);
      }),
      { numRuns: 1_000 },
    );
  });

  test('changes the minimum number of lines', () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        const equal = diffLines(left, right).filter(({ op }) => op === 'equal');
        expect(equal).toHaveLength(longestCommon(linesOf(left), linesOf(right)));
      }),
      { numRuns: 1_000 },
    );
  });

  test('puts deleted lines before inserted ones', () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        const ops = diffLines(left, right).map(({ op }) => op);
        expect(ops.join(' ')).not.toContain('insert delete');
      }),
    );
  });
});

describe('of completely reordered lines', () => {
  const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `${at}\n`);

  test('keeps common lines among a few hundred', () => {
    const order = many(2_000);
    const moved = [...order.slice(290), ...order.slice(0, 290)];
    const edits = diffLines(order.join(''), moved.join(''));
    expect(edits.filter(({ op }) => op === 'equal')).toHaveLength(1_710);
  });

  test('reports too many lines as replaced, between the common start and end', () => {
    const inner = many(2_000);
    const left = ['first\n', ...inner, 'last\n'].join('');
    const right = ['first\n', ...inner.toReversed(), 'last\n'].join('');
    const edits = diffLines(left, right);
    const ops = Map.groupBy(edits, ({ op }) => op);
    expect(ops.get('equal')?.map((edit) => edit.text)).toEqual(['first\n', 'last\n']);
    expect([ops.get('delete')?.length, ops.get('insert')?.length]).toEqual([2_000, 2_000]);
    expect([sideOf(edits, 'leftLine'), sideOf(edits, 'rightLine')]).toEqual([left, right]);
  });
});

function longestCommon(left: readonly string[], right: readonly string[]): number {
  let row = Array<number>(right.length + 1).fill(0);
  for (const line of left) {
    const next = [0];
    for (const [at, other] of right.entries()) {
      next.push(line === other ? row[at]! + 1 : Math.max(row[at + 1]!, next[at]!));
    }
    row = next;
  }
  return row.at(-1)!;
}
