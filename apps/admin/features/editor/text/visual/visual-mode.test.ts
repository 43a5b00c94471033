import { history, isolateHistory, redo, undo } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState, type StateCommand, type TransactionSpec } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAbove,
  addRowBelow,
  alignColumn,
  goToCell,
  goToRowBelow,
  moveColumnLeft,
  moveColumnRight,
  moveRowDown,
  moveRowUp,
  removeColumn,
  removeRow,
  removeTable,
} from './tables/table-commands.ts';
import { tablesNear } from './tables/table-model.ts';
import { cellText } from './tables/table-typing.ts';
import { switchableMode } from './visual-mode.ts';

/** `¦` is the cursor; `«` and `»` enclose a selection. */
function open(marked: string): EditorState {
  const [anchor, head] = [marked.search(/[«¦]/), marked.replace('«', '').search(/[»¦]/)];
  const state = EditorState.create({
    doc: marked.replace(/[«»¦]/g, ''),
    selection: { anchor: Math.max(0, anchor), head: Math.max(0, head) },
    extensions: [
      history(),
      markdown({ base: markdownLanguage }),
      switchableMode({ path: () => 'posts/ink.md', prompts: { openDialog: () => undefined } }),
    ],
  });
  return parsed(state);
}

function parsed(state: EditorState): EditorState {
  ensureSyntaxTree(state, state.doc.length, 10_000);
  // The state has the tree that its start had the time for.
  return state.update({}).state;
}

function marked({ doc, selection: { main } }: EditorState): string {
  const text = doc.toString();
  const [before, after] = [text.slice(0, main.from), text.slice(main.to)];
  return main.empty ? `${before}¦${after}` : `${before}«${text.slice(main.from, main.to)}»${after}`;
}

function run(command: StateCommand, text: string): string {
  let state = open(text);
  command({ state, dispatch: (transaction) => (state = transaction.state) });
  return marked(state);
}

function change(text: string, spec: (state: EditorState) => TransactionSpec): string {
  const state = open(text);
  return marked(state.update(spec(state)).state);
}

const typed = (insert: string) => (state: EditorState) => ({
  ...state.replaceSelection(insert),
  userEvent: 'input.type',
});
const deleted = (state: EditorState) => ({ ...state.replaceSelection(''), userEvent: 'delete' });

const table = (body: string): string => `Above\n\n${body}\n\nBelow\n`;

describe('tables', () => {
  test.each([
    ['row below', addRowBelow, '|a|b|\n|-|-|\n|¦c|d|', '|a|b|\n|-|-|\n|c|d|\n| ¦ |  |'],
    ['row above', addRowAbove, '|a|b|\n|-|-|\n|¦c|d|', '|a|b|\n|-|-|\n| ¦ |  |\n|c|d|'],
    ['row below the head', addRowBelow, '|¦a|b|\n|-|-|\n|c|d|', '|a|b|\n|-|-|\n| ¦ |  |\n|c|d|'],
    ['removed row', removeRow, '|a|\n|-|\n| c¦ |\n|d|', '|a|\n|-|¦\n|d|'],
    ['head, which stays', removeRow, '|¦a|\n|-|\n|c|', '|¦a|\n|-|\n|c|'],
    ['row moved up', moveRowUp, '|a|\n|-|\n|c|\n| d¦ |', '|a|\n|-|\n| d¦ |\n|c|'],
    ['row moved down', moveRowDown, '|a|\n|-|\n|¦c|\n| dd |', '|a|\n|-|\n| dd |\n|¦c|'],
    [
      'column after',
      addColumnAfter,
      '|a|b|\n|-|:-:|\n|¦c|d|',
      '|a|  |b|\n|-| --- |:-:|\n|¦c|  |d|',
    ],
    ['column before', addColumnBefore, 'a|b¦\n-|-\nc|d', 'a|  |b¦\n-| --- |-\nc|  |d'],
    ['removed column', removeColumn, '|a|¦b|\n|-|-|\n|c|d|', '|a¦|\n|-|\n|c|'],
    ['last column, which stays', removeColumn, '|¦a|\n|-|\n|c|', '|¦a|\n|-|\n|c|'],
    [
      'column moved left',
      moveColumnLeft,
      '| a | ¦bb |\n|-|:-:|\n| c | d |',
      '| ¦bb | a |\n|:-:|-|\n| d | c |',
    ],
    [
      'column moved right',
      moveColumnRight,
      '| ¦a | bb |\n|-|:-:|\n| c | d |',
      '| bb | ¦a |\n|:-:|-|\n| d | c |',
    ],
    ['alignment', alignColumn('center'), '| ¦a |\n| ---- |\n| c |', '| ¦a |\n| :--: |\n| c |'],
    ['next cell', goToCell(1), '| ¦a | b |\n|-|-|\n| c | d |', '| a | «b» |\n|-|-|\n| c | d |'],
    ['next row', goToCell(1), '| a | ¦b |\n|-|-|\n| c | d |', '| a | b |\n|-|-|\n| «c» | d |'],
    ['previous row', goToCell(-1), '| a | b |\n|-|-|\n| ¦c | d |', '| a | «b» |\n|-|-|\n| c | d |'],
    ['new row', goToCell(1), '| a |\n|-|\n| c¦ |', '| a |\n|-|\n| c |\n| ¦ |'],
    ['missing cell', goToCell(1), '|a|b|\n|-|-|\n|c¦|', '|a|b|\n|-|-|\n|c| ¦ |'],
    ['cell below', goToRowBelow, '|a|¦b|\n|-|-|\n|c|d|', '|a|b|\n|-|-|\n|c|«d»|'],
    ['pipe in a cell', goToCell(1), '| ¦a \\| b | c |\n|-|-|', '| a \\| b | «c» |\n|-|-|'],
  ] as const)('%s', (...[, command, before, after]) => {
    expect(run(command, table(before))).toBe(table(after));
  });

  test('Enter in the last row leaves the table, and removing it leaves its neighbours', () => {
    expect(run(goToRowBelow, table('|a|\n|-|\n|¦b|'))).toBe('Above\n\n|a|\n|-|\n|b|\n\n¦Below\n');
    expect(run(goToRowBelow, '|a|\n|-|\n|¦b|')).toBe('|a|\n|-|\n|b|\n\n¦');
    expect(run(removeTable, table('|a|\n|-|\n|¦b|'))).toBe('Above\n\n¦Below\n');
  });

  test.each([
    [
      'a selection of cells',
      typed('Z'),
      '| «a | b |\n|-|-|\n| c» | d |',
      '| Z¦ |  |\n|-|-|\n|  | d |',
    ],
    ['deleted cells', deleted, '| «a | b |\n|-|-|\n| c» | d |', '| ¦ |  |\n|-|-|\n|  | d |'],
    ['text of one cell', typed('Z'), '| a«bc»d |\n|-|', '| aZ¦d |\n|-|'],
  ] as const)('typing and deleting keep the grid: %s', (...[, spec, before, after]) => {
    expect(change(table(before), spec)).toBe(table(after));
  });

  test('a deletion that ends in a table empties its cells, and the empty line beside a table stays', () => {
    expect(change('Ab«ove\n\n|a|b|\n|-|-|\n|c»|d|', deleted)).toBe('Ab¦\n\n|||\n|-|-|\n||d|');
    expect(change('|a|\n|-|\n|b|\n«\n»Below', deleted)).toBe('|a|\n|-|\n|b|\n¦\nBelow');
    expect(change('«Above\n\n|a|\n|-|\n|b|»', deleted)).toBe('¦');
  });

  test('pasted text becomes the text of one cell', () => {
    expect(cellText('a | b\nc \\| d\n')).toBe('a \\| b<br>c \\| d');
  });
});

const pieces = fc.constantFrom(
  ...['a', ' ', '\n', '\n\n', '**', '*', '`', '# ', '- ', '1. ', '> ', '[x](y)', '![p](q.png)'],
  ...['```\n', '---', '<b>', '<!--', '-->', '\\', '[^1]', '- [ ] ', '\t', 'é', '😀', '~~', '&amp;'],
);

/** The text that the same edits give on a string. */
class PlainText {
  text: string;
  #done: string[] = [];
  #undone: string[] = [];

  constructor(text: string) {
    this.text = text;
  }

  replace(from: number, to: number, insert: string): void {
    this.#done.push(this.text);
    this.#undone = [];
    this.text = this.text.slice(0, from) + insert + this.text.slice(to);
  }

  undo(): void {
    this.text = step(this.#done, this.#undone, this.text);
  }

  redo(): void {
    this.text = step(this.#undone, this.#done, this.text);
  }
}

function step(from: string[], to: string[], text: string): string {
  const next = from.pop();
  if (next === undefined) return text;
  to.push(text);
  return next;
}

const edit = fc.record({
  kind: fc.constantFrom('type', 'type', 'type', 'paste', 'delete', 'undo', 'redo'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 1, max: 12 }),
  piece: pieces,
});

type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

/** Undefined in a table, where typing is restricted, and if nothing changes. */
function changeOf(state: EditorState, { kind, at, length, piece }: Edit) {
  const from = Math.round(at * state.doc.length);
  const to = kind === 'delete' ? Math.min(state.doc.length, from + length) : from;
  const insert = { delete: '', paste: `${piece}\n${piece}` }[kind as string] ?? piece;
  const isNothing = from === to && insert === '';
  return isNothing || tablesNear(state, from - 2, to + 2).length > 0
    ? undefined
    : { from, to, insert };
}

test('10,000 random edits and undos give the same text as on a string', () => {
  const start =
    '# Ink\n\n![a](b.png "c")\n\n| a | b |\n|---|---|\n| c | d |\n\n- x\n  - y\n\n> q\n';
  fc.assert(
    fc.property(fc.array(edit, { minLength: 400, maxLength: 400 }), (edits) => {
      let state = open(start);
      const plain = new PlainText(start);
      const dispatch = (next: { state: EditorState }) => void (state = parsed(next.state));
      for (const next of edits) {
        const changes = changeOf(state, next);
        if (next.kind === 'undo' || next.kind === 'redo') {
          plain[next.kind]();
          (next.kind === 'undo' ? undo : redo)({ state, dispatch });
        } else if (changes) {
          plain.replace(changes.from, changes.to, changes.insert);
          const userEvent = next.kind === 'delete' ? 'delete' : `input.${next.kind}`;
          dispatch(state.update({ changes, userEvent, annotations: isolateHistory.of('full') }));
        }
        expect(state.doc.toString()).toBe(plain.text);
      }
    }),
    { numRuns: 25 },
  );
});
