import type { FilledPluginPanel } from '@galley/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { textOf } from '../../fields/index.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { pluginMessages } from './plugin-messages.ts';

export function PanelTable({ panel }: { readonly panel: FilledPluginPanel }): ReactNode {
  const { title, columns, rows } = panel;
  return (
    <div className="table-frame" role="region" aria-label={title} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            {columns.map(({ name, label, type }) => (
              <th key={name} scope="col" className={type === 'number' ? 'number' : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place}>
              {columns.map(({ name, type }) => (
                <td key={name} className={type === 'number' ? 'number' : 'breaks'}>
                  <Cell type={type} value={row[name]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ type, value }: { readonly type: string; readonly value: unknown }): ReactNode {
  const messages = useMessages(pluginMessages);
  if (typeof value === 'boolean') return value ? messages.yes : messages.no;
  if (typeof value === 'number') return formatNumber(value);
  const isNested = typeof value === 'object' && value !== null;
  const text = isNested ? JSON.stringify(value) : textOf(value);
  const Kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  return Kind ? <Kind text={text} /> : text;
}

interface CellProps {
  readonly text: string;
}

/** A value that does not match its type is shown as text. */
const kinds: Readonly<Record<string, (props: CellProps) => ReactNode>> = {
  document: DocumentCell,
  link: LinkCell,
  datetime: TimeCell,
};

function DocumentCell({ text }: CellProps): ReactNode {
  if (!/^[^\\]+\.md$/.test(text) || text.split('/').includes('..')) return text;
  return (
    <Link to={'/edit/$'} params={{ _splat: text }}>
      {text}
    </Link>
  );
}

function LinkCell({ text }: CellProps): ReactNode {
  // Any other link of a plugin, `javascript:` above all, stays plain text.
  if (!/^(https?:\/\/|\/(?![/\\]))/i.test(text)) return text;
  return (
    <a href={text} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}

function TimeCell({ text }: CellProps): ReactNode {
  if (Number.isNaN(Date.parse(text))) return text;
  return <time dateTime={text}>{formatDateTime(text)}</time>;
}
