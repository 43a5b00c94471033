import {
  EditorState,
  Prec,
  type Extension,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { EditorView, keymap, type Command } from '@codemirror/view';
import { goVertically } from './table-arrows.ts';
import { goToCell, goToRowBelow } from './table-commands.ts';
import { cellAt, placeAt, tableAt, tablesNear, type Table } from './table-model.ts';

/** Keys, in both modes. */
export const tableKeys: Extension = Prec.high(
  keymap.of([{ key: 'Tab', run: goToCell(1), shift: goToCell(-1) }]),
);

/** In a grid, typing and deleting change the text of cells and never the pipes, which cannot be seen. */
export const tableTyping: Extension = [
  EditorState.changeFilter.of(protectStructure),
  EditorState.transactionFilter.of(keepInCells),
  EditorView.inputHandler.of(typePipe),
  EditorView.clipboardInputFilter.of((text, state) =>
    tableAt(state, state.selection.main.head) ? cellText(text) : text,
  ),
  Prec.high(
    keymap.of([
      { key: 'Enter', run: goToRowBelow, shift: breakLine },
      { key: 'Backspace', run: stayInCell('start') },
      { key: 'Mod-Backspace', run: stayInCell('start') },
      { key: 'Delete', run: stayInCell('end') },
      { key: 'Mod-Delete', run: stayInCell('end') },
      { key: 'ArrowUp', run: goVertically('up') },
      { key: 'ArrowDown', run: goVertically('down') },
      { key: 'Home', run: goToEdge('start') },
      { key: 'End', run: goToEdge('end') },
    ]),
  ),
];

/** As text of one cell: breaks become `<br>`, and pipes are escaped. */
export function cellText(text: string): string {
  return text
    .trim()
    .replace(/(?<!\\)\|/g, '\\|')
    .replace(/\s*\n\s*/g, '<br>');
}

function protectStructure(transaction: Transaction): boolean | readonly number[] {
  const { startState, changes } = transaction;
  const isTyped = transaction.isUserEvent('input') && !transaction.isUserEvent('input.format');
  if (changes.empty || (!isTyped && !transaction.isUserEvent('delete'))) return true;
  const kept: number[] = [];
  changes.iterChangedRanges((from, to) => {
    if (to > from) kept.push(...structureWithin(startState, from, to));
  });
  return kept.length === 0 ? true : kept;
}

/** Between the texts of the cells, and the empty lines around a table, without which it would take in its neighbours. */
function structureWithin(state: EditorState, from: number, to: number): number[] {
  return tablesNear(state, from - 2, to + 2).flatMap(({ from: start, to: end, rows }) => {
    if (from <= start && to >= end) return [];
    const cells = rows.flatMap((row) => row.cells);
    if (cells.some(({ innerFrom, innerTo }) => from >= innerFrom && to <= innerTo)) return [];
    const above = /\n{0,2}$/.exec(state.sliceDoc(Math.max(0, start - 2), start))![0].length;
    const below = /^\n{0,2}/.exec(state.sliceDoc(end, end + 2))![0].length;
    const starts = [start - above, ...cells.map(({ textTo }) => textTo)];
    const ends = [...cells.map(({ textFrom }) => textFrom), end + below];
    return starts.flatMap((gapStart, place) => {
      const gap = [gapStart, ends[place]!] as const;
      return gap[0] < to && gap[1] > from && gap[1] > gap[0] ? gap : [];
    });
  });
}

/** A cursor that is moved between two cells goes into the next in its direction. */
function keepInCells(transaction: Transaction): TransactionSpec | readonly TransactionSpec[] {
  const { newSelection, startState, docChanged } = transaction;
  if (!transaction.selection || docChanged || !newSelection.main.empty) return transaction;
  const { head } = newSelection.main;
  const table = tableAt(startState, head);
  const anchor = table && nearestText(table, head, startState.selection.main.head);
  const isInside = anchor !== undefined && anchor >= 0 && anchor <= startState.doc.length;
  return isInside ? [transaction, { selection: { anchor }, sequential: true }] : transaction;
}

/** Undefined in a cell. A step within a row goes on to the next text, which may be outside of the table. */
function nearestText({ rows, from, to }: Table, head: number, before: number): number | undefined {
  const cells = rows.flatMap((row) => row.cells);
  if (cells.some(({ innerFrom, innerTo }) => head >= innerFrom && head <= innerTo))
    return undefined;
  const row = rows.find((one) => head >= one.from && head <= one.to);
  const isStep = !row || (before >= row.from && before <= row.to);
  if (!isStep) return (row.cells.findLast(({ innerTo }) => innerTo < head) ?? row.cells[0])?.textTo;
  return head < before
    ? (cells.findLast(({ innerTo }) => innerTo < head)?.textTo ?? from - 1)
    : (cells.find(({ innerFrom }) => innerFrom > head)?.textFrom ?? to + 1);
}

type Typed = [view: EditorView, from: number, to: number, text: string];

function typePipe(...[view, from, to, text]: Typed): boolean {
  if (text !== '|' || view.state.readOnly || !placeAt(view.state, from)) return false;
  view.dispatch({
    changes: { from, to, insert: '\\|' },
    selection: { anchor: from + 2 },
    userEvent: 'input.type',
  });
  return true;
}

function breakLine(view: EditorView): boolean {
  const { state } = view;
  if (state.readOnly || !placeAt(state, state.selection.main.head)) return false;
  view.dispatch(state.replaceSelection('<br>'), { userEvent: 'input' });
  return true;
}

/** At its edge, a deletion would join two cells. */
function stayInCell(edge: 'start' | 'end'): Command {
  return ({ state }) => {
    const { empty, head } = state.selection.main;
    const cell = empty ? cellAt(state, head) : undefined;
    if (!cell) return false;
    return edge === 'start' ? head <= cell.textFrom : head >= cell.textTo;
  };
}

function goToEdge(edge: 'start' | 'end'): Command {
  return (view) => {
    const cell = cellAt(view.state, view.state.selection.main.head);
    if (!cell) return false;
    const anchor = edge === 'start' ? cell.textFrom : cell.textTo;
    view.dispatch({ selection: { anchor }, userEvent: 'select', scrollIntoView: true });
    return true;
  };
}
