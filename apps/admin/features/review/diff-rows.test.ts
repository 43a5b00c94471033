import { expect, test } from 'vitest';
import { allAdded, diffBlocks } from './diff-rows.ts';
import { diffWords, similarity } from './word-diff.ts';

function marked(before: string, after: string): string {
  const signs = { equal: '', delete: '-', insert: '+' };
  return diffWords(before, after)
    .map(({ op, text }) => `${signs[op]}${text}${signs[op]}`)
    .join('');
}

test.each([
  ['a word', 'The press of Lisbon.', 'The press of Porto.', 'The press of -Lisbon-+Porto+.'],
  ['words in a row as one', 'one two three', 'one four five', 'one -two three-+four five+'],
  ['words that come', 'The end.', 'The end, at last.', 'The end+, at last+.'],
  ['all of a line', '', 'new', '+new+'],
  ['nothing', 'same', 'same', 'same'],
])('what changes in a line is %s', (_what, ...[before, after, expected]) => {
  expect(marked(before, after)).toBe(expected);
});

test.each([
  ['short', 'a b c d', 'd c b a'],
  ['signs and scripts', 'Grüße, 世界!\tEnd', 'Grüße – 世 界! end'],
  ['too long to be compared', 'left '.repeat(1500), 'right '.repeat(1500)],
])(
  'both texts can be put together again from the pieces of a line that is %s',
  (_what, before, after) => {
    const pieces = diffWords(before, after);
    const without = (op: string) =>
      pieces
        .filter((piece) => piece.op !== op)
        .map(({ text }) => text)
        .join('');
    expect([without('insert'), without('delete')]).toEqual([before, after]);
  },
);

test('a changed line stands beside the one that it was, and others by themselves', () => {
  const edits = [
    { op: 'equal' as const, left_line: 1, right_line: 1, text: 'Head\n' },
    { op: 'delete' as const, left_line: 2, right_line: null, text: 'Wholly different words\n' },
    { op: 'delete' as const, left_line: 3, right_line: null, text: 'The press of Lisbon\n' },
    { op: 'insert' as const, left_line: null, right_line: 2, text: 'The press of Porto\n' },
  ];
  const [head, change] = diffBlocks(edits);
  expect(head).toMatchObject({
    isChange: false,
    rows: [{ left: { line: 1 }, right: { line: 1 } }],
  });
  expect(change!.rows).toMatchObject([
    { left: { line: 2 }, right: null, pieces: null },
    { left: { line: 3 }, right: { line: 2 }, pieces: expect.any(Array) as unknown },
  ]);
});

test('a text without one before it is new, line by line', () => {
  expect(allAdded('a\n\nb').map(({ op, text }) => [op, text])).toEqual([
    ['insert', 'a\n'],
    ['insert', '\n'],
    ['insert', 'b'],
  ]);
});

test('lines are alike by the words that they have in common', () => {
  expect(similarity('a b c d', 'a b c e')).toBe(0.75);
  expect(similarity('***', '***')).toBe(1);
  expect(similarity('a', 'b')).toBe(0);
});
