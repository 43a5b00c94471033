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

/** Above each table; by keyboard, the table tool of the toolbar opens the same menu. */
export class TableMenuButton extends WidgetType {
  override get estimatedHeight(): number {
    return 24;
  }

  override eq(): boolean {
    return true;
  }

  override toDOM(view: EditorView): HTMLElement {
    const place = document.createElement('div');
    place.className = 'cm-grid-head';
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'cm-grid-menu';
    button.tabIndex = -1;
    button.textContent = currentMessages(visualMessages).table;
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => {
      const { head } = view.state.selection.main;
      const start = view.posAtDOM(place);
      const table = tableAt(view.state, start);
      const isInside = table && head >= table.from && head <= table.to;
      if (table && !isInside)
        view.dispatch({ selection: { anchor: table.rows[0]!.cells[0]?.textFrom ?? start } });
      tableMenu.set(button);
    });
    place.append(button);
    return place;
  }
}
