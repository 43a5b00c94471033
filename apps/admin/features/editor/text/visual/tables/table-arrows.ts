import { EditorSelection } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { cellAt, placeAt, tableAt } from './table-model.ts';

/** To the row above or below in a table, into one, and out of it. Hidden pipes mislead the usual motion. */
export function goVertically(direction: 'up' | 'down'): Command {
  return (view) => {
    const { doc, selection } = view.state;
    const { head, empty } = selection.main;
    const isDown = direction === 'down';
    const next = nextLine(view, head, isDown);
    if (!empty || next === undefined) return false;
    const line = doc.line(next);
    const target = tableAt(view.state, line.from);
    const isAffected = target ?? tableAt(view.state, head);
    if (!isAffected || staysInText(view, head, isDown)) return false;
    const anchor = target ? sameColumn(view, head, line.from) : line.from;
    view.dispatch({ selection: { anchor }, userEvent: 'select', scrollIntoView: true });
    return true;
  };
}

/** As far into the text of the cell as the cursor is in its own; from outside of tables, the first cell. */
function sameColumn({ state }: EditorView, head: number, target: number): number {
  const here = placeAt(state, head);
  const cell = cellAt(state, head);
  const { table, row } = placeAt(state, target)!;
  const { cells } = table.rows[row]!;
  const { textFrom, textTo } = cells[here?.column ?? 0] ?? cells.at(-1)!;
  const offset = cell ? Math.max(0, head - cell.textFrom) : 0;
  return Math.min(textFrom + offset, textTo);
}

/** Number of the next visible line; the divider is not. */
function nextLine({ state }: EditorView, head: number, isDown: boolean): number | undefined {
  const { number } = state.doc.lineAt(head);
  const next = isDown ? number + 1 : number - 1;
  if (next < 1 || next > state.doc.lines) return undefined;
  const { from } = state.doc.line(next);
  const divider = tableAt(state, from)?.divider;
  const isDivider = divider && from === divider.from;
  const beyond = isDown ? next + 1 : next - 1;
  return isDivider ? (beyond > state.doc.lines ? undefined : beyond) : next;
}

/** Whether the usual motion stays in a cell or paragraph of several rows. */
function staysInText(view: EditorView, head: number, isDown: boolean): boolean {
  const moved = view.moveVertically(EditorSelection.cursor(head), isDown).head;
  if (moved === head) return false;
  const cell = cellAt(view.state, head);
  if (cell) return moved >= cell.innerFrom && moved <= cell.innerTo;
  return view.state.doc.lineAt(moved).number === view.state.doc.lineAt(head).number;
}
