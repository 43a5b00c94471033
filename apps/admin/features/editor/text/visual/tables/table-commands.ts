import type { ChangeSpec, EditorState, StateCommand, Transaction } from '@codemirror/state';
import {
  placeAt,
  type Alignment,
  type Cell,
  type Place,
  type Row,
  type Table,
} from './table-model.ts';

/** Each command changes only the bytes of its rows or columns: other cells keep their spaces. */
function command(
  run: (state: EditorState, place: Place) => { changes: ChangeSpec; anchor?: number } | undefined,
): StateCommand {
  return ({ state, dispatch }) => {
    const place = state.readOnly ? undefined : placeAt(state, state.selection.main.head);
    const made = place && run(state, place);
    if (!made) return false;
    const changes = state.changes(made.changes);
    const anchor = made.anchor ?? changes.mapPos(state.selection.main.head, 1);
    dispatch(typed(state, { changes, anchor }));
    return true;
  };
}

const emptyRow = (columns: number): string => `|${'  |'.repeat(columns)}`;

/** The head and its divider stay together: a row above the head becomes the first below it. */
export const addRowAbove = command((_, { table, row }) => addRow(table, Math.max(0, row - 1)));
export const addRowBelow = command((_, { table, row }) => addRow(table, row));

function addRow(table: Table, after: number): { changes: ChangeSpec; anchor: number } {
  const { to } = after === 0 ? table.divider : table.rows[after]!;
  return {
    changes: { from: to, insert: `\n${emptyRow(table.divider.cells.length)}` },
    anchor: to + 3,
  };
}

export const removeRow = command((_, { table, row }) => {
  if (row === 0) return undefined;
  const { from, to } = table.rows[row]!;
  const above = row === 1 ? table.divider : table.rows[row - 1]!;
  return { changes: { from: above.to, to }, anchor: Math.min(from, above.to) };
});

export const moveRowUp = command((state, { table, row }) => swapRows(state, table, row - 1));
export const moveRowDown = command((state, { table, row }) => swapRows(state, table, row));

/** Swaps a row with the next; the head takes part with its text. */
function swapRows(state: EditorState, { rows }: Table, upper: number) {
  const [first, second] = [rows[upper], rows[upper + 1]];
  if (!first || !second) return undefined;
  const { head } = state.selection.main;
  const isFirst = head <= first.to;
  const [a, b] = [state.sliceDoc(first.from, first.to), state.sliceDoc(second.from, second.to)];
  const offset = head - (isFirst ? first.from : second.from);
  return {
    changes: [
      { from: first.from, to: first.to, insert: b },
      { from: second.from, to: second.to, insert: a },
    ],
    anchor: (isFirst ? second.from + b.length - a.length : first.from) + offset,
  };
}

export const addColumnBefore = command((_, { table, column }) =>
  addColumn(table, column, 'before'),
);
export const addColumnAfter = command((_, { table, column }) => addColumn(table, column, 'after'));

function addColumn(table: Table, column: number, side: 'before' | 'after') {
  const rows = [...table.rows, table.divider];
  const changes = rows.flatMap((row): { from: number; insert: string }[] => {
    const cell = row.cells[column];
    const inner = row === table.divider ? ' --- ' : '  ';
    if (!cell) return [];
    if (side === 'before') return [{ from: cell.innerFrom, insert: `${inner}|` }];
    return [{ from: cell.innerTo, insert: `|${inner}` }];
  });
  return { changes };
}

export const removeColumn = command((_, { table, column }) => {
  if (table.divider.cells.length < 2) return undefined;
  const rows = [...table.rows, table.divider];
  return {
    changes: rows.flatMap((row) => {
      const cell = row.cells[column];
      return cell ? [rangeOfColumn(row, cell)] : [];
    }),
  };
});

/** With the pipe after it, or with the one before it in a last column. */
function rangeOfColumn({ cells }: Row, { innerFrom, innerTo }: Cell): { from: number; to: number } {
  const place = cells.findIndex((cell) => cell.innerFrom === innerFrom);
  const isLast = place === cells.length - 1;
  return isLast
    ? { from: Math.max(cells[0]!.from, innerFrom - 1), to: innerTo }
    : { from: innerFrom, to: innerTo + 1 };
}

export const moveColumnLeft = command((state, { table, column }) =>
  swapColumns(state, table, column - 1),
);
export const moveColumnRight = command((state, { table, column }) =>
  swapColumns(state, table, column),
);

function swapColumns(state: EditorState, table: Table, left: number) {
  if (left < 0 || left + 1 >= table.divider.cells.length) return undefined;
  const rows = [...table.rows, table.divider];
  const changes = rows.flatMap(({ cells }) => {
    const [a, b] = [cells[left], cells[left + 1]];
    if (!a || !b) return [];
    const [first, second] = [a, b].map((cell) => state.sliceDoc(cell.innerFrom, cell.innerTo));
    return [
      { from: a.innerFrom, to: a.innerTo, insert: second! },
      { from: b.innerFrom, to: b.innerTo, insert: first! },
    ];
  });
  const { head } = state.selection.main;
  const cells = placeCells(table, head);
  const [a, b] = [cells[left]!, cells[left + 1]!];
  const anchor =
    head <= a.innerTo ? head + (b.innerTo - a.innerTo) : a.innerFrom + (head - b.innerFrom);
  return { changes, anchor };
}

function placeCells({ rows }: Table, head: number): readonly Cell[] {
  return (rows.findLast(({ from }) => from <= head) ?? rows[0]!).cells;
}

export function alignColumn(alignment: Alignment): StateCommand {
  return command((state, { table, column }) => {
    const cell = table.divider.cells[column];
    if (!cell) return undefined;
    const { textFrom: from, textTo: to } = cell;
    const dashes = '-'.repeat(Math.max(3, to - from) - 2);
    const left = alignment === 'left' || alignment === 'center' ? ':' : '-';
    const right = alignment === 'right' || alignment === 'center' ? ':' : '-';
    const insert = `${left}${dashes}${right}`;
    return state.sliceDoc(from, to) === insert ? undefined : { changes: { from, to, insert } };
  });
}

export const removeTable = command((state, { table: { from, to } }) => {
  const gap = /^\n{0,2}/.exec(state.sliceDoc(to, to + 2))![0].length;
  return { changes: { from, to: to + gap }, anchor: from };
});

/** To the next or previous cell; behind the last, a new row. */
export function goToCell(step: 1 | -1): StateCommand {
  return ({ state, dispatch }) => {
    const place = state.readOnly ? undefined : placeAt(state, state.selection.main.head);
    if (!place) return false;
    const { table, row, column } = place;
    const columns = table.divider.cells.length;
    const next = row * columns + column + step;
    if (next < 0) return true;
    const target = table.rows[Math.floor(next / columns)];
    dispatch(
      target
        ? cellSelection(state, target, next % columns)
        : typed(state, addRow(table, table.rows.length - 1)),
    );
    return true;
  };
}

/** Enter: the cell below; in the last row, out of the table. */
export const goToRowBelow: StateCommand = ({ state, dispatch }) => {
  const place = state.readOnly ? undefined : placeAt(state, state.selection.main.head);
  if (!place) return false;
  const below = place.table.rows[place.row + 1];
  dispatch(below ? cellSelection(state, below, place.column) : lineBelow(state, place.table));
  return true;
};

/** The empty line below a table separates it from the next paragraph. */
function lineBelow(state: EditorState, { to }: Table): Transaction {
  const present = /^\n{0,2}/.exec(state.sliceDoc(to, to + 2))![0].length;
  const changes = { from: to + present, insert: '\n'.repeat(2 - present) };
  return typed(state, { changes, anchor: to + 2 });
}

/** A cell that its row lacks is added. */
function cellSelection(state: EditorState, row: Row, column: number): Transaction {
  const cell = row.cells[column];
  if (cell) {
    const selection = { anchor: cell.textFrom, head: cell.textTo };
    return state.update({ selection, scrollIntoView: true, userEvent: 'select' });
  }
  const hasLast = state.sliceDoc(row.from, row.to).trimEnd().endsWith('|');
  const insert = (hasLast ? '' : ' |') + '  |'.repeat(column - row.cells.length + 1);
  return typed(state, {
    changes: { from: row.to, insert },
    anchor: row.to + insert.length - 2,
  });
}

function typed(
  state: EditorState,
  { changes, anchor }: { readonly changes: ChangeSpec; readonly anchor: number },
): Transaction {
  return state.update({
    changes,
    selection: { anchor },
    userEvent: 'input.format',
    scrollIntoView: true,
  });
}
