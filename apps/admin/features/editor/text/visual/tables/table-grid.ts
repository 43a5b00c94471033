import { syntaxTree } from '@codemirror/language';
import {
  Prec,
  StateField,
  type EditorState,
  type Extension,
  type Range,
  type RangeSet,
} from '@codemirror/state';
import {
  BlockWrapper,
  Decoration,
  EditorView,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';
import { topBlocks } from '../top-blocks.ts';
import { TableMenuButton } from './table-menu-button.ts';
import { alignmentsOf, readTable, type Cell, type Row, type Table } from './table-model.ts';

const hidden = Decoration.replace({});
const headRow = Decoration.line({ class: 'cm-row cm-row-head', attributes: { role: 'row' } });
const bodyRow = Decoration.line({ class: 'cm-row', attributes: { role: 'row' } });
const menuButton = Decoration.widget({ widget: new TableMenuButton(), side: -1 });
const wrapper = BlockWrapper.create({
  tagName: 'div',
  attributes: { class: 'cm-grid', role: 'table' },
});

interface Frame {
  /** Only a field may hide a divider, because it hides a line break. */
  readonly dividers: DecorationSet;
  readonly wrappers: RangeSet<BlockWrapper>;
}

/** The frame around the rows, for all tables of the text. */
const frames = StateField.define<Frame>({
  create: framesOf,
  update: (before, { startState, state }) =>
    syntaxTree(startState) === syntaxTree(state) ? before : framesOf(state),
  provide: (frame) => [
    EditorView.decorations.from(frame, ({ dividers }) => dividers),
    EditorView.blockWrappers.from(frame, ({ wrappers }) => wrappers),
    EditorView.atomicRanges.of((view) => view.state.field(frame).dividers),
  ],
});

function framesOf(state: EditorState): Frame {
  const dividers: Range<Decoration>[] = [];
  const wrappers: Range<BlockWrapper>[] = [];
  for (const { from, to } of topBlocks(state).tables) {
    const head = state.doc.lineAt(from);
    wrappers.push(wrapper.range(head.from, state.doc.lineAt(to).to));
    dividers.push(hidden.range(head.to, state.doc.line(head.number + 1).to));
  }
  return { dividers: Decoration.set(dividers), wrappers: BlockWrapper.set(wrappers) };
}

interface Rows {
  readonly looks: DecorationSet;
  readonly hidden: DecorationSet;
}

/** Rows and cells of the visible tables. */
const rows = ViewPlugin.define(
  (view) => ({
    shown: rowsOf(view),
    update(update: ViewUpdate) {
      const isParsedFurther = syntaxTree(update.startState) !== syntaxTree(update.state);
      if (update.docChanged || update.viewportChanged || update.selectionSet || isParsedFurther)
        this.shown = rowsOf(update.view);
    },
  }),
  {
    provide: (plugin) => {
      const hiddenIn = (view: EditorView) => view.plugin(plugin)?.shown.hidden ?? Decoration.none;
      return [
        EditorView.decorations.of(hiddenIn),
        EditorView.atomicRanges.of(hiddenIn),
        // The lowest precedence, so that a cell contains all other marks of its text.
        Prec.lowest(
          EditorView.decorations.of((view) => view.plugin(plugin)?.shown.looks ?? Decoration.none),
        ),
      ];
    },
  },
);

/** Shows tables as grids: each line is a row, and pipes and divider are hidden. The cells stay part of the text. */
export const tableGrid: Extension = [frames, rows];

function rowsOf({ state, viewport }: EditorView): Rows {
  const looks: Range<Decoration>[] = [];
  const gone: Range<Decoration>[] = [];
  for (const node of topBlocks(state).tables) {
    if (node.to < viewport.from || node.from > viewport.to) continue;
    const table = readTable(state, node);
    if (table) addRows(state, table, { looks, gone });
  }
  return { looks: Decoration.set(looks, true), hidden: Decoration.set(gone, true) };
}

interface Collected {
  readonly looks: Range<Decoration>[];
  readonly gone: Range<Decoration>[];
}

function addRows(state: EditorState, table: Table, { looks, gone }: Collected): void {
  const alignments = alignmentsOf(state, table);
  const { head } = state.selection.main;
  // In the first cell, because what is beside a cell would become another one.
  const [first] = table.rows[0]!.cells;
  if (first) looks.push(menuButton.range(first.textFrom));
  table.rows.forEach((row, place) => {
    const isHead = place === 0;
    looks.push((isHead ? headRow : bodyRow).range(row.from));
    row.cells.forEach((cell, column) => {
      const isLast = column === row.cells.length - 1;
      // The divider belongs to the last cell of the head, for the same reason.
      const end = isHead && isLast ? table.divider.to : cell.to;
      const align = alignments[column] ?? 'none';
      if (end > cell.from) looks.push(cellLook(isHead, align).range(cell.from, end));
      const { from, to } = visibleText(cell, head);
      if (from > cell.from) gone.push(hidden.range(cell.from, from));
      if (cell.to > to) gone.push(hidden.range(to, cell.to));
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
