import type { ChangeSpec, EditorState, Text, TransactionSpec } from '@codemirror/state';
import { cellOfText, rowsOfTabs } from '../../../paste/tab-text.ts';
import { placeAt, readRow, type Place, type Row } from './table-model.ts';

/** Cells as Markdown, row by row. */
export type Cells = readonly (readonly string[])[];

const divider = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Cells of Markdown whose lines all have pipes; undefined for other text. */
export function cellsOfMarkdown(markdown: string): Cells | undefined {
  const lines = markdown.trim().split(/\r\n?|\n/);
  if (!lines.every((line) => /(?<!\\)\|/.test(line))) return undefined;
  return lines
    .filter((line) => !divider.test(line))
    .map((text) => {
      const { cells } = readRow({ from: 0, to: text.length, text });
      return cells.map(({ textFrom, textTo }) => text.slice(textFrom, textTo));
    });
}

/** Cells of a spreadsheet, separated by tabs. */
export function cellsOfTabs(text: string): Cells {
  return rowsOfTabs(text).map((row) => row.map(cellOfText));
}

/** Replaces the cells from the cursor to the right and below, and adds the rows and columns that the table lacks. */
export function fillCells(state: EditorState, given: Cells): TransactionSpec | undefined {
  const place = placeAt(state, state.selection.main.from);
  if (!place || state.readOnly) return undefined;
  const { table, row: first, column } = place;
  const before = table.divider.cells.length;
  const width = Math.max(before, column + Math.max(...given.map(({ length }) => length)));
  const wanted = (row: number, at: number) => given[row - first]?.[at - column];
  const inRow = (row: Row, place: number): ChangeSpec[] => {
    const replaced = row.cells.flatMap(({ textFrom, textTo }, at) => {
      const text = wanted(place, at);
      return text === undefined ? [] : [{ from: textFrom, to: textTo, insert: text }];
    });
    const needed = width > before ? width : column + (given[place - first]?.length ?? 0);
    const texts = columnsFrom(row.cells.length, needed).map((at) => wanted(place, at) ?? '');
    return [...replaced, ...added(state, row, texts)];
  };
  const missing = Math.max(0, first + given.length - table.rows.length);
  const rows = Array.from({ length: missing }, (_, at) => {
    const texts = columnsFrom(0, width).map((cell) => wanted(table.rows.length + at, cell) ?? '');
    return `\n|${cellsText(texts)}`;
  });
  const dashes = columnsFrom(table.divider.cells.length, width).map(() => '---');
  const changes = state.changes([
    ...table.rows.flatMap(inRow),
    ...added(state, table.divider, dashes),
    { from: table.to, insert: rows.join('') },
  ]);
  return {
    changes,
    selection: { anchor: endOf(changes.apply(state.doc), { place, given }) },
    userEvent: 'input.format',
    scrollIntoView: true,
  };
}

/** End of the last cell that was filled; the divider is a line, too. */
function endOf(doc: Text, { place, given }: { place: Place; given: Cells }): number {
  const last = place.row + given.length - 1;
  const head = doc.lineAt(place.table.from).number;
  const { cells } = readRow(doc.line(head + last + (last === 0 ? 0 : 1)));
  return cells[place.column + given.at(-1)!.length - 1]!.textTo;
}

function columnsFrom(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at);
}

function cellsText(texts: readonly string[]): string {
  return texts.map((text) => ` ${text} |`).join('');
}

function added(state: EditorState, { from, to }: Row, texts: readonly string[]): ChangeSpec[] {
  if (texts.length === 0) return [];
  const hasLast = /(?<!\\)\|[ \t]*$/.test(state.sliceDoc(from, to));
  return [{ from: to, insert: (hasLast ? '' : ' |') + cellsText(texts) }];
}
