import { EditorSelection, Prec, type EditorState } from '@codemirror/state';
import { keymap, type Command } from '@codemirror/view';

const row = /^\s*\|.*\|\s*$/;
const divider = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;

interface Table {
  readonly first: number;
  readonly last: number;
}

function tableAt(state: EditorState): Table | undefined {
  const { doc, selection } = state;
  const here = doc.lineAt(selection.main.head).number;
  const isRow = (line: number) => line >= 1 && line <= doc.lines && row.test(doc.line(line).text);
  if (!isRow(here)) return undefined;
  let first = here;
  let last = here;
  while (isRow(first - 1)) first -= 1;
  while (isRow(last + 1)) last += 1;
  return last > first && divider.test(doc.line(first + 1).text) ? { first, last } : undefined;
}

/** `\|` does not separate cells. */
function cellsOf(text: string): string[] {
  const inner = text.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

function goToCell(step: 1 | -1): Command {
  return (view) => {
    const { state } = view;
    const table = tableAt(state);
    if (!table || state.readOnly) return false;
    const { head } = state.selection.main;
    const line = state.doc.lineAt(head);
    const rows = Array.from({ length: table.last - table.first + 1 }, (_, place) =>
      cellsOf(state.doc.line(table.first + place).text),
    );
    const before = state.sliceDoc(line.from, head).match(/(?<!\\)\|/g)?.length ?? 1;
    const target = nextCell(rows, {
      row: line.number - table.first,
      cell: Math.max(0, before - 1),
      step,
    });
    const widths = widthsOf(rows);
    const lines = rows.map((cells, place) => rowText(cells, { widths, isDivider: place === 1 }));
    const from = state.doc.line(table.first).from;
    const start = from + lines.slice(0, target.row).reduce((sum, text) => sum + text.length + 1, 0);
    const cellStart =
      start + 2 + widths.slice(0, target.cell).reduce((sum, width) => sum + width + 3, 0);
    const length = rows[target.row]?.[target.cell]?.length ?? 0;
    view.dispatch({
      changes: { from, to: state.doc.line(table.last).to, insert: lines.join('\n') },
      selection: EditorSelection.range(cellStart, cellStart + length),
      userEvent: 'input.format',
      scrollIntoView: true,
    });
    return true;
  };
}

function nextCell(
  rows: string[][],
  { row: at, cell, step }: { row: number; cell: number; step: 1 | -1 },
): { row: number; cell: number } {
  const columns = rows[0]!.length;
  let place = at * columns + Math.min(cell, columns - 1) + step;
  // Skips the divider row below the head.
  if (Math.floor(place / columns) === 1) place += step * columns;
  if (place < 0) return { row: 0, cell: 0 };
  const target = Math.floor(place / columns);
  if (target >= rows.length) rows.push(Array.from({ length: columns }, () => ''));
  return { row: target, cell: place % columns };
}

function widthsOf(rows: readonly string[][]): number[] {
  const columns = Math.max(...rows.map(({ length }) => length));
  return Array.from({ length: columns }, (_, column) =>
    Math.max(3, ...rows.map((cells, place) => (place === 1 ? 0 : (cells[column] ?? '').length))),
  );
}

function rowText(
  cells: readonly string[],
  { widths, isDivider }: { widths: readonly number[]; isDivider: boolean },
): string {
  const texts = widths.map((width, column) => {
    const cell = cells[column] ?? '';
    if (!isDivider) return cell.padEnd(width);
    const [left, right] = [cell.startsWith(':') ? ':' : '-', cell.endsWith(':') ? ':' : '-'];
    return left + '-'.repeat(width - 2) + right;
  });
  return `| ${texts.join(' | ')} |`;
}

export const tableKeys = Prec.high(
  keymap.of([{ key: 'Tab', run: goToCell(1), shift: goToCell(-1) }]),
);
