import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useShortcut } from '../lib/shortcuts.ts';
import { defineMessages, useMessages } from '../lib/messages.ts';

const rowMessages = defineMessages('row', {
  next: 'Next in the list',
  previous: 'Previous in the list',
});

/** Keys j, k and arrows move between `[data-row]` elements. Rows handle Enter themselves. */
export function RowKeys(props: {
  readonly children: ReactNode;
  readonly className?: string;
}): ReactNode {
  const messages = useMessages(rowMessages);
  const frame = useRef<HTMLDivElement>(null);
  const move = (by: 1 | -1) => moveFocus(frame.current, by);
  useShortcut({ keys: 'j', label: messages.next, run: () => move(1) });
  useShortcut({ keys: 'k', label: messages.previous, run: () => move(-1) });
  useShortcut({ keys: 'ArrowDown', label: messages.next, run: () => move(1) });
  useShortcut({ keys: 'ArrowUp', label: messages.previous, run: () => move(-1) });
  // Within the list, arrow keys work even if single-letter shortcuts are off.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    move(event.key === 'ArrowDown' ? 1 : -1);
  };
  return (
    <div ref={frame} className={props.className} onKeyDown={onKeyDown}>
      {props.children}
    </div>
  );
}

/** Focuses the first row if none has the focus. */
export function moveFocus(element: HTMLElement | null, by: 1 | -1): void {
  const rows = [...(element?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  const start = by === 1 ? 0 : rows.length - 1;
  const place = here === -1 ? start : here + by;
  const row = rows[Math.max(0, Math.min(rows.length - 1, place))];
  row?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}
