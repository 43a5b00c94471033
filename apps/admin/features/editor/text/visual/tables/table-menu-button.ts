import { WidgetType, type EditorView } from '@codemirror/view';
import { currentMessages } from '../../../../../lib/messages.ts';
import { createStore } from '../../../../../lib/store.ts';
import { visualMessages } from '../visual-messages.ts';
import { tableAt } from './table-model.ts';

/** The element at which the menu of the table at the cursor is open. */
export const tableMenu = createStore<Element | null>(null);

/** False outside of tables. */
export function openTableMenu(view: EditorView): boolean {
  const table = tableAt(view.state, view.state.selection.main.head);
  const row = table && view.domAtPos(table.from).node;
  const element = row instanceof Element ? row : row?.parentElement;
  const button = element?.closest('.cm-grid')?.querySelector('.cm-grid-menu');
  if (!button) return false;
  tableMenu.set(button);
  return true;
}

/** Above each table, for pointers; by keyboard, the table tool of the toolbar opens the same menu. */
export class TableMenuButton extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override toDOM(view: EditorView): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'cm-grid-menu';
    button.tabIndex = -1;
    button.ariaHidden = 'true';
    button.textContent = currentMessages(visualMessages).table;
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => {
      const table = tableAt(view.state, view.posAtDOM(button));
      const { head } = view.state.selection.main;
      if (table && (head < table.from || head > table.to))
        view.dispatch({ selection: { anchor: table.rows[0]!.cells[0]!.textFrom } });
      tableMenu.set(button);
    });
    return button;
  }
}
