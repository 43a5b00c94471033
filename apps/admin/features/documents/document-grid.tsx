import type { DocumentSummary } from '@galley/sdk';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { DocumentRow } from './document-row.tsx';
import styles from './documents.module.css';
import type { ChangeFilters, Filters } from './filters.ts';
import { GridHead } from './grid-head.tsx';
import { useGridKeys } from './use-grid-keys.ts';
import { useVirtualRows } from './use-virtual-rows.ts';
import type { Selection } from './use-selection.ts';
import { documentMessages } from './messages.ts';

interface Props {
  readonly documents: readonly DocumentSummary[];
  /** Undefined when only an estimate is known. */
  readonly total: number | undefined;
  readonly filters: Filters;
  readonly onChange: ChangeFilters;
  readonly selection: Selection;
  readonly onMenu: (document: DocumentSummary, button: Element) => void;
  readonly onEnd: () => void;
}

/** Rows before the end at which the next page loads. */
const ahead = 20;

export function DocumentGrid(props: Props): ReactNode {
  const { documents, total, filters, onChange, selection, onMenu, onEnd } = props;
  const messages = useMessages(documentMessages);
  const help = useId();
  const keys = useGridKeys({ documents, selection, onMenu });
  const { list, virtualizer, scrollMargin } = useVirtualRows(documents.length, keys.active);
  const rows = virtualizer.getVirtualItems();
  const last = rows.findLast(({ index }) => index !== keys.active)?.index ?? 0;
  useEffect(() => {
    if (last >= documents.length - ahead) onEnd();
  }, [last, documents.length, onEnd]);
  useFocus(list, keys, (index) => virtualizer.scrollToIndex(index));
  return (
    <div
      role="grid"
      aria-label={messages.documents}
      aria-describedby={help}
      aria-rowcount={total === undefined ? -1 : total + 1}
      aria-multiselectable
      className={styles.grid}
    >
      <GridHead {...{ filters, onChange, selection }} loaded={documents.length} />
      <div
        ref={list}
        role="rowgroup"
        className={styles.rows}
        style={{ height: virtualizer.getTotalSize() }}
        onClick={keys.click}
        onKeyDown={keys.press}
        onFocus={keys.focus}
      >
        {rows.map(({ index, start }) => {
          const document = documents[index];
          if (!document) return null;
          return (
            <DocumentRow
              key={document.path}
              document={document}
              index={index}
              start={start - scrollMargin}
              isActive={index === keys.active}
              isSelected={selection.paths.has(document.path)}
              measure={virtualizer.measureElement}
            />
          );
        })}
      </div>
      <span id={help} hidden>
        {messages.gridHelp}
      </span>
    </div>
  );
}

function useFocus(
  list: React.RefObject<HTMLDivElement | null>,
  { active, moves }: { readonly active: number; readonly moves: number },
  scrollTo: (index: number) => void,
): void {
  const seen = useRef(0);
  useEffect(() => {
    if (moves === seen.current) return;
    seen.current = moves;
    scrollTo(active);
    list.current
      ?.querySelector<HTMLElement>(`[data-index="${active}"]`)
      ?.focus({ preventScroll: true });
  });
}
