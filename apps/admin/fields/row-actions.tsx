import { ArrowDown, ArrowUp, X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useWords } from '../lib/words.ts';
import { IconButton } from '../ui/index.ts';
import type { Rows } from './use-rows.ts';
import styles from './fields.module.css';
import { fieldWords } from './words.ts';

/** Buttons that move a row and take it away. */
export function RowActions(props: {
  readonly rows: Rows;
  readonly place: number;
  readonly name: string;
  /** Instead of the button that removes at once. */
  readonly remove?: ReactNode;
}): ReactNode {
  const { rows, place, name, remove } = props;
  const words = useWords(fieldWords);
  const last = rows.keys.length - 1;
  return (
    <div className={styles['row-actions']}>
      <IconButton
        icon={ArrowUp}
        kind="quiet"
        size="small"
        onPress={() => rows.move(place, -1)}
        disabledReason={place === 0 && words.isFirst}
      >
        {words.moveUp(name)}
      </IconButton>
      <IconButton
        icon={ArrowDown}
        kind="quiet"
        size="small"
        onPress={() => rows.move(place, 1)}
        disabledReason={place === last && words.isLast}
      >
        {words.moveDown(name)}
      </IconButton>
      <span data-remove>
        {remove ?? (
          <IconButton icon={X} kind="quiet" size="small" onPress={() => rows.remove(place)}>
            {words.remove(name)}
          </IconButton>
        )}
      </span>
    </div>
  );
}

/** Alt and an arrow move the row that the focus is in; lists within it hear it first. */
export function moveByKeys(rows: Rows, place: number): (event: KeyboardEvent) => void {
  return (event) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (!event.altKey || by === undefined || event.defaultPrevented) return;
    event.preventDefault();
    rows.move(place, by);
  };
}
