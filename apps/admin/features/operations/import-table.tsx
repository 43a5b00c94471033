import type { DocumentStatus, ImportRow, SiteImport } from '@galley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import {
  Badge,
  EmptyState,
  MoreButton,
  Panel,
  QueryBoundary,
  Select,
  StatusBadge,
  TextField,
} from '../../ui/index.ts';
import { importMessages } from './import-messages.ts';
import { rowsQuery } from './import-queries.ts';
import styles from './operations.module.css';

const filters = ['new', 'changed', 'unchanged', 'media', 'skipped', 'warning'] as const;
type Show = (typeof filters)[number] | 'all';

interface TableProps {
  readonly job: SiteImport;
  readonly publish: boolean;
}

/** Page by page, what an import does or did. */
export function ImportTable({ job, publish }: TableProps): ReactNode {
  const messages = useMessages(importMessages);
  const [show, setShow] = useState<Show>('all');
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const filter = { ...(show !== 'all' && { show }), ...(q !== '' && { q }) };
  const query = useInfiniteQuery(rowsQuery(job, filter));
  const { counts } = job;
  const countOf = (one: (typeof filters)[number]) =>
    one === 'warning' ? counts.warnings : counts[one];
  const options = [
    { id: 'all' as const, label: messages['show.all'] },
    ...filters.map((id) => ({ id, label: messages[`show.${id}`]({ count: countOf(id) }) })),
  ];
  return (
    <Panel title={messages.rows} isFlush>
      <div className={styles['import-filters']} role="search" aria-label={messages.search}>
        <TextField
          label={messages.search}
          isLabelHidden
          type="search"
          placeholder={messages.search}
          value={text}
          onChange={setText}
        />
        <Select
          label={messages.show}
          isLabelHidden
          value={show}
          onChange={setShow}
          options={options}
        />
      </div>
      <QueryBoundary query={query}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          const { total = 0 } = pages[0] ?? {};
          return (
            <>
              <p className={`soft small ${styles['import-count']}`} role="status">
                {messages.found({ count: total })}
              </p>
              {rows.length === 0 ? (
                <EmptyState icon={SearchX} title={messages.noRows} />
              ) : (
                <Rows rows={rows} job={job} publish={publish} />
              )}
              <MoreButton query={query} className={styles['import-count']} />
            </>
          );
        }}
      </QueryBoundary>
    </Panel>
  );
}

function Rows({ rows, ...props }: TableProps & { readonly rows: readonly ImportRow[] }): ReactNode {
  const messages = useMessages(importMessages);
  return (
    <div className="table-frame">
      <table className="table" aria-label={messages.rows}>
        <thead>
          <tr>
            <th scope="col">{messages.page}</th>
            <th scope="col">{messages.state}</th>
            <th scope="col">{messages.change}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <Row key={place} row={row} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, job, publish }: TableProps & { readonly row: ImportRow }): ReactNode {
  const messages = useMessages(importMessages);
  const { kind, source, path, status, redirects, reason } = row;
  const isHere = job.state !== 'ready' && job.batch !== null;
  const shown = status === null || publish ? status : 'draft';
  return (
    <tr>
      <td className={styles['import-page']}>
        <RowName row={row} isHere={isHere} />
        {path !== null && path !== row.title && <code className="small block">{path}</code>}
        {kind !== 'skipped' && kind !== 'warning' && (
          <span className="soft small block">{messages.from({ source })}</span>
        )}
        {redirects.length > 0 && (
          <span className="soft small block">
            {messages.redirectsFrom({ addresses: redirects.join(', ') })}
          </span>
        )}
        {reason !== null && <span className="small block">{reason}</span>}
      </td>
      <td>{shown !== null && <StatusBadge status={shown as DocumentStatus} />}</td>
      <td>
        <RowChange row={row} />
      </td>
    </tr>
  );
}

function RowName({ row, isHere }: { readonly row: ImportRow; readonly isHere: boolean }) {
  const { kind, source, path, title } = row;
  if (path === null) return <span>{source}</span>;
  const name = title ?? path.split('/').at(-1);
  if (!isHere) return <span>{name}</span>;
  return kind === 'media' ? (
    <Link to="/media" search={{ item: path } as never}>
      {name}
    </Link>
  ) : (
    <Link to="/edit/$" params={{ _splat: path }}>
      {name}
    </Link>
  );
}

const tones = {
  new: 'good',
  changed: 'info',
  unchanged: 'plain',
  skipped: 'warn',
  warning: 'warn',
} as const;

function RowChange({ row: { kind, change } }: { readonly row: ImportRow }): ReactNode {
  const messages = useMessages(importMessages);
  const name = kind === 'skipped' || kind === 'warning' ? kind : change;
  return name && <Badge tone={tones[name]}>{messages[`change.${name}`]}</Badge>;
}
