import { ArrowDown, ArrowUp, X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useMessages } from '../lib/messages.ts';
import { IconButton } from '../ui/index.ts';
import type { Rows } from './use-rows.ts';
import styles from './fields.module.css';
import { fieldMessages } from './messages.ts';

export function RowActions(props: {
  readonly rows: Rows;
  readonly place: number;
  readonly name: string;
  /** Replaces the button that removes the row at once. */
  readonly remove?: ReactNode;
}): ReactNode {
  const { rows, place, name, remove } = props;
  const messages = useMessages(fieldMessages);
  const last = rows.keys.length - 1;
  return (
    <div className={styles['row-actions']}>
      <IconButton
        icon={ArrowUp}
        kind="quiet"
        size="small"
        onPress={() => rows.move(place, -1)}
        disabledReason={place === 0 && messages.isFirst}
      >
        {messages.moveUp({ what: name })}
      </IconButton>
      <IconButton
        icon={ArrowDown}
        kind="quiet"
        size="small"
        onPress={() => rows.move(place, 1)}
        disabledReason={place === last && messages.isLast}
      >
        {messages.moveDown({ what: name })}
      </IconButton>
      <span data-remove>
        {remove ?? (
          <IconButton icon={X} kind="quiet" size="small" onPress={() => rows.remove(place)}>
            {messages.remove({ what: name })}
          </IconButton>
        )}
      </span>
    </div>
  );
}

/** Nested lists handle the event first. */
export function moveByKeys(rows: Rows, place: number): (event: KeyboardEvent) => void {
  return (event) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (!event.altKey || by === undefined || event.defaultPrevented) return;
    event.preventDefault();
    rows.move(place, by);
  };
}
