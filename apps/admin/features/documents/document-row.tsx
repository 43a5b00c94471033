import type { DocumentSummary } from '@galley/sdk';
import { Link } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useTypeName } from '../../lib/document-types.ts';
import { useMessages } from '../../lib/messages.ts';
import { classNames, Time } from '../../ui/index.ts';
import { documentName } from './document-actions.ts';
import styles from './documents.module.css';
import { Highlighted } from './highlighted.tsx';
import { PeopleCell } from './people-cell.tsx';
import { StatusIndicator } from './status-indicator.tsx';
import { documentMessages } from './messages.ts';

export interface RowProps {
  readonly document: DocumentSummary;
  readonly index: number;
  /** Offset in pixels from the top of all rows. */
  readonly start: number;
  /** Tab stop of the grid (roving tabindex). */
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly measure: (row: HTMLElement | null) => void;
}

/** The grid handles clicks; `data-act` names the action of a button. */
export const DocumentRow = memo(function DocumentRow(props: RowProps): ReactNode {
  const { document, index, start, isActive, isSelected, measure } = props;
  const messages = useMessages(documentMessages);
  const name = documentName(document);
  const tabIndex = isActive ? 0 : -1;
  return (
    <div
      ref={measure}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-index={index}
      tabIndex={tabIndex}
      className={classNames(styles.row, isSelected && styles.selected)}
      style={{ transform: `translateY(${start}px)` }}
    >
      <span role="gridcell" className={styles.tick} data-act="toggle">
        <input
          type="checkbox"
          className={styles.checkbox}
          aria-label={messages.select({ title: name })}
          checked={isSelected}
          readOnly
          tabIndex={tabIndex}
        />
      </span>
      <Title document={document} tabIndex={tabIndex} />
      <Facts document={document} />
      <span role="gridcell" className={styles.actions}>
        <button
          type="button"
          className="button quiet small icon-only"
          data-act="menu"
          aria-label={messages.more({ title: name })}
          aria-haspopup="menu"
          tabIndex={tabIndex}
        >
          <Ellipsis aria-hidden size={16} />
        </button>
      </span>
    </div>
  );
});

function Facts({ document }: { readonly document: DocumentSummary }): ReactNode {
  const typeName = useTypeName();
  const { type, lang, updated_at: updatedAt } = document;
  return (
    <>
      <span role="gridcell" className={styles.status}>
        <StatusIndicator document={document} />
      </span>
      <span role="gridcell" className={`${styles.type} cut`}>
        {typeName(type)}
      </span>
      <span role="gridcell" className={styles.lang}>
        {lang}
      </span>
      <PeopleCell document={document} />
      <span role="gridcell" className={styles.updated}>
        <Time at={updatedAt} />
      </span>
    </>
  );
}

function Title(props: {
  readonly document: DocumentSummary;
  readonly tabIndex: number;
}): ReactNode {
  const { document, tabIndex } = props;
  const { path, title, lang, highlight } = document;
  const messages = useMessages(documentMessages);
  return (
    <span role="gridcell" className={styles.title}>
      <Link
        to={'/edit/$'}
        params={{ _splat: path }}
        className={styles.link}
        lang={lang}
        dir="auto"
        title={title}
        tabIndex={tabIndex}
      >
        {highlight ? <Highlighted html={highlight.title} /> : title}
        {title === '' && <em>{messages.untitled}</em>}
      </Link>
      <Below document={document} />
    </span>
  );
}

function Below({ document }: { readonly document: DocumentSummary }): ReactNode {
  const { path, highlight, problem } = document;
  const messages = useMessages(documentMessages);
  if (problem) {
    const { line, message, severity } = problem;
    const text =
      severity === 'error'
        ? messages.unreadable({ line, message })
        : messages.draftNotice({ message });
    return (
      <span className={`${styles.below} ${styles.problem}`} title={text}>
        {text}
      </span>
    );
  }
  const found = highlight?.body ?? highlight?.summary;
  return (
    <span className={styles.below} dir="auto" title={path}>
      {found ? <Highlighted html={found} /> : path}
    </span>
  );
}
