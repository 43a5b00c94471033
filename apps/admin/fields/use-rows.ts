import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useMessages } from '../lib/messages.ts';
import { fieldMessages } from './messages.ts';

interface RowsOptions {
  readonly rows: readonly unknown[];
  readonly onChange: (rows: readonly unknown[]) => void;
  readonly nameOf: (place: number) => string;
}

export interface Rows {
  /** React keys that follow the rows when they move. */
  readonly keys: readonly number[];
  /** Announcement of the last action for screen readers. */
  readonly said: string;
  readonly rowId: (place: number) => string;
  readonly addId: string;
  change(place: number, row: unknown): void;
  add(row: unknown): void;
  remove(place: number): void;
  move(place: number, by: -1 | 1): void;
}

/** Each action moves the focus to the next useful element. */
export function useRows({ rows, onChange, nameOf }: RowsOptions): Rows {
  const messages = useMessages(fieldMessages);
  const id = useId();
  const [{ keys, next }, setKeys] = useState({
    keys: createKeys(0, rows.length),
    next: rows.length,
  });
  const [said, setSaid] = useState('');
  if (keys.length !== rows.length) setKeys(fitKeys(keys, next, rows.length));
  const rowId = (place: number) => `${id}-${keys[place]}`;
  const addId = `${id}-add`;
  return {
    keys,
    said,
    rowId,
    addId,
    change: (place, row) => onChange(rows.with(place, row)),
    add(row) {
      flushSync(() => {
        setKeys({ keys: [...keys, next], next: next + 1 });
        onChange([...rows, row]);
      });
      focusIn(`${id}-${next}`, 'input, textarea, [role=combobox]');
    },
    remove(place) {
      const after = keys.toSpliced(place, 1);
      flushSync(() => {
        setKeys({ keys: after, next });
        onChange(rows.toSpliced(place, 1));
        setSaid(messages.removed({ what: nameOf(place) }));
      });
      const beside = after[Math.min(place, after.length - 1)];
      if (beside === undefined) document.getElementById(addId)?.querySelector('button')?.focus();
      else focusIn(`${id}-${beside}`, '[data-remove] button');
    },
    move(place, by) {
      const to = place + by;
      if (to < 0 || to >= rows.length) return;
      const focused = document.activeElement;
      flushSync(() => {
        setKeys({ keys: swapItems(keys, place, to), next });
        onChange(swapItems(rows, place, to));
        setSaid(messages.moved({ what: nameOf(place), place: to + 1, count: rows.length }));
      });
      // Moving an element in the DOM drops its focus.
      if (focused instanceof HTMLElement) focused.focus();
    },
  };
}

function focusIn(id: string, what: string): void {
  document.getElementById(id)?.querySelector<HTMLElement>(what)?.focus();
}

function fitKeys(keys: readonly number[], next: number, count: number) {
  const missing = Math.max(0, count - keys.length);
  return { keys: [...keys.slice(0, count), ...createKeys(next, missing)], next: next + missing };
}

const createKeys = (from: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, place) => from + place);

function swapItems<Item>(items: readonly Item[], a: number, b: number): Item[] {
  return items.with(a, items[b]!).with(b, items[a]!);
}
