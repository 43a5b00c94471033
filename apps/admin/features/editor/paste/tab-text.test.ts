import { expect, test } from 'vitest';
import { cellOfText, rowsOfTabs } from './tab-text.ts';

test.each([
  [
    'a\tb\r\nc\t\r\n',
    [
      ['a', 'b'],
      ['c', ''],
    ],
  ],
  [
    'a\t"one\ntwo"\nb\tc',
    [
      ['a', 'one\ntwo'],
      ['b', 'c'],
    ],
  ],
  ['"a ""quoted""\nword"\tb', [['a "quoted"\nword', 'b']]],
  ['"a\tb"\t"', [['a\tb', '"']]],
  [
    '"quoted"\t5"\n"open\tb',
    [
      ['"quoted"', '5"'],
      ['"open', 'b'],
    ],
  ],
  ['"a"b\n"\tc', [['"a"b'], ['"', 'c']]],
  ['\t\n\n', [['', ''], ['']]],
  ['', [['']]],
])('%j has the cells of a spreadsheet', (text, rows) => {
  expect(rowsOfTabs(text)).toEqual(rows);
});

test('line ends in a cell become breaks, and pipes stay text', () => {
  expect(cellOfText(' one \n two | *three* ')).toBe('one<br>two \\| \\*three\\*');
});

test('text with many lone quotes takes no longer than its length', () => {
  const text = '"a\t""b\t"""c\n'.repeat(40_000);
  expect(rowsOfTabs(text).length).toBeGreaterThan(1);
});
