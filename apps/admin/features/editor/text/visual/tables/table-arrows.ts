import { EditorSelection } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { cellAt, tableAt } from './table-model.ts';

/** To the row above or below in a table, into one, and out of it. Hidden pipes mislead the usual motion. */
export function goVertically(direction: 'up' | 'down'): Command {
  return (view) => {
    const { doc, selection } = view.state;
    const { head, empty } = selection.main;
    const isDown = direction === 'down';
    const next = nextLine(view, head, isDown);
    if (!empty || next === undefined) return false;
    const table = tableAt(view.state, head) ?? tableAt(view.state, doc.line(next).from);
    if (!table || staysInText(view, head, isDown)) return false;
    const x = view.coordsAtPos(head)?.left ?? 0;
    const block = view.lineBlockAt(doc.line(next).from);
    // Near the end, because above the head is the menu of the table.
    const y = view.documentTop + block.bottom - Math.min(12, block.height / 2);
    const anchor = view.posAtCoords({ x, y }, false);
    view.dispatch({ selection: { anchor }, userEvent: 'select', scrollIntoView: true });
    return true;
  };
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
