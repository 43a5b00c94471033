import { history, undo } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { cellsOfMarkdown, cellsOfTabs, fillCells, type Cells } from './table-fill.ts';
import { tableTyping } from './table-typing.ts';

/** `¦` is the cursor. */
function open(marked: string): EditorState {
  const state = EditorState.create({
    doc: marked.replace('¦', ''),
    selection: { anchor: marked.indexOf('¦') },
    extensions: [history(), markdown({ base: markdownLanguage }), tableTyping],
  });
  ensureSyntaxTree(state, state.doc.length, 10_000);
  // The state has the tree that its start had the time for.
  return state.update({}).state;
}

function marked({ doc, selection }: EditorState): string {
  const { head } = selection.main;
  return `${doc.sliceString(0, head)}¦${doc.sliceString(head)}`;
}

const fill = (text: string, cells: Cells): EditorState => {
  const state = open(text);
  return state.update(fillCells(state, cells)!).state;
};

const around = (table: string): string => `Above\n\n${table}\n\nBelow\n`;

test.each([
  [
    'cells that are there',
    '|a| b |\n|-|-|\n| ¦c | d |\n|e|f|',
    [['1', '2'], ['3']],
    '|a| b |\n|-|-|\n| 1 | 2 |\n|3¦|f|',
  ],
  [
    'rows below the last',
    '| a | b |\n|---|---|\n| c | ¦d |',
    [['1'], ['2'], ['3']],
    '| a | b |\n|---|---|\n| c | 1 |\n|  | 2 |\n|  | 3¦ |',
  ],
  [
    'columns after the last, in every row',
    '| a | b |\n|---|--:|\n| c | d¦ |\n| e | f |',
    [['1', '2', '3']],
    '| a | b |  |  |\n|---|--:| --- | --- |\n| c | 1 | 2 | 3¦ |\n| e | f |  |  |',
  ],
  ['a head', '| ¦ |  |\n|---|---|', [['1', '2']], '| 1 | 2¦ |\n|---|---|'],
  [
    'rows without outer pipes',
    'a | b\n--|--\nc | ¦d',
    [['1', '2']],
    'a | b |  |\n--|-- | --- |\nc | 1 | 2¦ |',
  ],
  [
    'rows that are too short',
    '| a | b |\n|-|-|\n| ¦c',
    [['1', '2']],
    '| a | b |\n|-|-|\n| 1 | 2¦ |',
  ],
] as const)('pasted cells fill %s', (...[, before, cells, after]) => {
  expect(marked(fill(around(before), cells))).toBe(around(after));
});

test('filling is one step to undo, and outside of tables there is nothing to fill', () => {
  const text = around('| a | b |\n|---|---|\n| c | ¦d |');
  let state = fill(text, [
    ['1', '2'],
    ['3', '4'],
  ]);
  undo({ state, dispatch: (transaction) => (state = transaction.state) });
  expect(state.doc.toString()).toBe(text.replace('¦', ''));
  expect(fillCells(open('Text¦'), [['1']])).toBeUndefined();
  expect(fillCells(open('- | ¦a |\n  |---|'), [['1']])).toBeUndefined();
});

test.each([
  [
    '| a | b |\n|:--|--:|\n| c \\| d |  |',
    [
      ['a', 'b'],
      ['c \\| d', ''],
    ],
  ],
  [
    'a | b |\n|---|---|\n| c | d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['| a |\n\nText', undefined],
  ['Text', undefined],
] as const)('cells of the Markdown %j', (text, cells) => {
  expect(cellsOfMarkdown(text)).toEqual(cells);
});

test('cells of a spreadsheet are text', () => {
  expect(cellsOfTabs('a|b\t*2*\r\n\t4\r\n')).toEqual([
    ['a\\|b', '\\*2\\*'],
    ['', '4'],
  ]);
});
