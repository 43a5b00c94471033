import { syntaxTree } from '@codemirror/language';
import {
  Prec,
  StateField,
  type EditorState,
  type Extension,
  type Range,
  type RangeSet,
} from '@codemirror/state';
import { BlockWrapper, Decoration, EditorView, type DecorationSet } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { TableMenuButton } from './table-menu-button.ts';
import {
  alignmentsOf,
  isTable,
  readTable,
  type Cell,
  type Row,
  type Table,
} from './table-model.ts';

interface Grid {
  readonly looks: DecorationSet;
  readonly hidden: DecorationSet;
  readonly wrappers: RangeSet<BlockWrapper>;
}

const hidden = Decoration.replace({});
const headRow = Decoration.line({ class: 'cm-row cm-row-head', attributes: { role: 'row' } });
const bodyRow = Decoration.line({ class: 'cm-row', attributes: { role: 'row' } });
const menuButton = Decoration.widget({ widget: new TableMenuButton(), side: -1 });
const wrapper = BlockWrapper.create({
  tagName: 'div',
  attributes: { class: 'cm-grid', role: 'table' },
});

/** Shows tables as grids: each line is a row, and pipes and divider are hidden. The cells stay part of the text. */
const field = StateField.define<Grid>({
  create: gridOf,
  update: (before, { docChanged, selection, startState, state }) =>
    docChanged || selection || syntaxTree(startState) !== syntaxTree(state)
      ? gridOf(state)
      : before,
  provide: (grid) => [
    EditorView.decorations.from(grid, ({ hidden: ranges }) => ranges),
    // The lowest precedence, so that a cell contains all other marks of its text.
    Prec.lowest(EditorView.decorations.from(grid, ({ looks }) => looks)),
    EditorView.blockWrappers.from(grid, ({ wrappers }) => wrappers),
    EditorView.atomicRanges.of((view) => view.state.field(grid).hidden),
  ],
});

export const tableGrid: Extension = field;

function gridOf(state: EditorState): Grid {
  const looks: Range<Decoration>[] = [];
  const gone: Range<Decoration>[] = [];
  const wrappers: Range<BlockWrapper>[] = [];
  const top = syntaxTree(state).topNode;
  for (let node: SyntaxNode | null = top.firstChild; node; node = node.nextSibling) {
    const table = isTable(node) ? readTable(state, node) : undefined;
    if (!table) continue;
    wrappers.push(wrapper.range(table.from, table.to));
    // In the first cell, because what is beside a cell would become another one.
    const [first] = table.rows[0]!.cells;
    if (first) looks.push(menuButton.range(first.textFrom));
    addRows(state, table, { looks, gone });
  }
  return {
    looks: Decoration.set(looks, true),
    hidden: Decoration.set(gone, true),
    wrappers: BlockWrapper.set(wrappers),
  };
}

interface Collected {
  readonly looks: Range<Decoration>[];
  readonly gone: Range<Decoration>[];
}

function addRows(state: EditorState, table: Table, { looks, gone }: Collected): void {
  const alignments = alignmentsOf(state, table);
  const { head } = state.selection.main;
  table.rows.forEach((row, place) => {
    const isHead = place === 0;
    looks.push((isHead ? headRow : bodyRow).range(row.from));
    row.cells.forEach((cell, column) => {
      const isLast = column === row.cells.length - 1;
      // The divider belongs to the last cell of the head, because text outside of cells would become another cell.
      const end = isHead && isLast ? table.divider.to : cell.to;
      const align = alignments[column] ?? 'none';
      if (end > cell.from) looks.push(cellLook(isHead, align).range(cell.from, end));
      const { from, to } = visibleText(cell, head);
      if (from > cell.from) gone.push(hidden.range(cell.from, from));
      if (end > to) gone.push(hidden.range(to, end));
    });
    if (row.cells.length === 0) hideEmpty(row, gone);
  });
}

function hideEmpty({ from, to }: Row, gone: Range<Decoration>[]): void {
  if (to > from) gone.push(hidden.range(from, to));
}

/** Spaces up to the cursor are visible, so that it moves when they are typed. An empty cell shows one, for the cursor. */
function visibleText(cell: Cell, head: number): { from: number; to: number } {
  const { textFrom, textTo, innerFrom, innerTo } = cell;
  const isEmpty = textFrom === textTo;
  const from = isEmpty ? innerFrom : textFrom;
  const to = isEmpty ? Math.min(innerTo, innerFrom + 1) : textTo;
  const isHere = head >= innerFrom && head <= innerTo;
  return { from: isHere ? Math.min(from, head) : from, to: isHere ? Math.max(to, head) : to };
}

const cellLooks = new Map<string, Decoration>();

function cellLook(isHead: boolean, align: string): Decoration {
  const role = isHead ? 'columnheader' : 'cell';
  const key = `${role} ${align}`;
  const look =
    cellLooks.get(key) ??
    Decoration.mark({ class: `cm-cell cm-align-${align}`, attributes: { role } });
  cellLooks.set(key, look);
  return look;
}
