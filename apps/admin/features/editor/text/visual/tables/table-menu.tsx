import type { StateCommand } from '@codemirror/state';
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  ArrowDown,
  ArrowDownToLine,
  ArrowLeft,
  ArrowLeftToLine,
  ArrowRight,
  ArrowRightToLine,
  ArrowUp,
  ArrowUpToLine,
  Columns2,
  Rows2,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useMessages, type TextsOf } from '../../../../../lib/messages.ts';
import { useStore } from '../../../../../lib/store.ts';
import { MenuAt, type MenuAction } from '../../../../../ui/index.ts';
import { useEditing } from '../../../use-editing.ts';
import { visualMessages } from '../visual-messages.ts';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAbove,
  addRowBelow,
  alignColumn,
  moveColumnLeft,
  moveColumnRight,
  moveRowDown,
  moveRowUp,
  removeColumn,
  removeRow,
  removeTable,
} from './table-commands.ts';
import { tableMenu } from './table-menu-button.ts';

type Item = readonly [
  name: keyof TextsOf<typeof visualMessages>,
  icon: LucideIcon,
  run: StateCommand,
];

const items: readonly (Item | null)[] = [
  ['addRowAbove', ArrowUpToLine, addRowAbove],
  ['addRowBelow', ArrowDownToLine, addRowBelow],
  ['moveRowUp', ArrowUp, moveRowUp],
  ['moveRowDown', ArrowDown, moveRowDown],
  ['removeRow', Rows2, removeRow],
  null,
  ['addColumnBefore', ArrowLeftToLine, addColumnBefore],
  ['addColumnAfter', ArrowRightToLine, addColumnAfter],
  ['moveColumnLeft', ArrowLeft, moveColumnLeft],
  ['moveColumnRight', ArrowRight, moveColumnRight],
  ['removeColumn', Columns2, removeColumn],
  null,
  ['alignLeft', AlignLeft, alignColumn('left')],
  ['alignCenter', AlignCenter, alignColumn('center')],
  ['alignRight', AlignRight, alignColumn('right')],
  null,
  ['removeTable', Trash2, removeTable],
];

/** Open while a table menu is asked for, in either mode. */
export function TableMenu(): ReactNode {
  const messages = useMessages(visualMessages);
  const { view } = useEditing();
  const anchor = useStore(tableMenu);
  const trigger = useMemo(() => ({ current: anchor }), [anchor]);
  if (!anchor) return null;
  const actions = items.map((item): MenuAction | null => {
    if (item === null) return null;
    const [name, icon, run] = item;
    return { id: name, label: messages[name], icon, onAction: () => void run(view) };
  });
  const close = () => {
    tableMenu.set(null);
    requestAnimationFrame(() => view.focus());
  };
  return <MenuAt trigger={trigger} label={messages.table} actions={actions} onClose={close} />;
}
