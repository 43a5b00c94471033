import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import styles from './documents.module.css';
import { effectiveOrder, effectiveSort, type ChangeFilters, type Filters } from './filters.ts';
import type { Selection } from './use-selection.ts';
import { documentMessages } from './messages.ts';

interface Props {
  readonly filters: Filters;
  readonly onChange: ChangeFilters;
  readonly selection: Selection;
  readonly loaded: number;
}

export function GridHead({ filters, onChange, selection, loaded }: Props): ReactNode {
  const messages = useMessages(documentMessages);
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        <span role="columnheader" className={styles.tick}>
          <SelectAll selection={selection} loaded={loaded} />
        </span>
        <SortHeader column="title" {...{ filters, onChange }} />
        <span role="columnheader" className={styles.status}>
          {messages.status}
        </span>
        <span role="columnheader" className={styles.type}>
          {messages.type}
        </span>
        <span role="columnheader" className={styles.lang}>
          {messages.language}
        </span>
        <span role="columnheader" className={styles.people}>
          {messages.author}
        </span>
        <SortHeader column="updated_at" {...{ filters, onChange }} />
        <span role="columnheader" className={styles.actions}>
          <span className="sr-only">{messages.columnActions}</span>
        </span>
      </div>
    </div>
  );
}

function SelectAll({ selection, loaded }: Pick<Props, 'selection' | 'loaded'>): ReactNode {
  const messages = useMessages(documentMessages);
  const box = useRef<HTMLInputElement>(null);
  const { size } = selection.paths;
  const isAll = size > 0 && selection.documents.length === loaded;
  useEffect(() => {
    if (box.current) box.current.indeterminate = size > 0 && !isAll;
  }, [size, isAll]);
  return (
    <input
      ref={box}
      type="checkbox"
      className={styles.checkbox}
      aria-label={messages.selectLoaded}
      checked={isAll}
      onChange={() => (isAll ? selection.clear() : selection.all())}
    />
  );
}

interface SortProps {
  readonly column: 'title' | 'updated_at';
  readonly filters: Filters;
  readonly onChange: ChangeFilters;
}

function SortHeader({ column, filters, onChange }: SortProps): ReactNode {
  const messages = useMessages(documentMessages);
  const isSorted = effectiveSort(filters) === column;
  const order = effectiveOrder(filters);
  const usual = column === 'title' ? 'asc' : 'desc';
  const next = !isSorted ? usual : order === 'asc' ? 'desc' : 'asc';
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <span
      role="columnheader"
      className={column === 'title' ? styles.title : styles.updated}
      aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={() => onChange({ sort: column, order: next })}
      >
        {column === 'title' ? messages.title : messages.updated}
        {isSorted && <Arrow aria-hidden size={13} />}
      </button>
    </span>
  );
}
