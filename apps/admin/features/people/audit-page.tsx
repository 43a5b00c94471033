import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download, ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { downloadFile } from '../../lib/download-file.ts';
import { useMessages, currentMessages } from '../../lib/messages.ts';
import {
  Button,
  EmptyState,
  ErrorNotice,
  QueryBoundary,
  Menu,
  Page as Shown,
  Panel,
  toast,
  useMinute,
} from '../../ui/index.ts';
import { useAction } from '../../lib/use-action.ts';
import {
  auditFilterOf,
  auditInput,
  auditSearch,
  isFiltered,
  type AuditFilter,
} from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import { auditPageMessages } from './audit-page-messages.ts';
import { AuditTable } from './audit-table.tsx';
import styles from './people.module.css';

const pageSize = 100;

type AuditInput = ReturnType<typeof auditInput>;

export function Page(): ReactNode {
  const messages = useMessages(auditPageMessages);
  const filter = auditFilterOf(useSearch({ strict: false }));
  const navigate = useNavigate();
  const input = auditInput(filter, useMinute());
  const { offset } = filter;
  const entries = useQuery({
    queryKey: ['audit', 'list', input, offset],
    // Fetches one entry more than shown to find out if there is a next page.
    queryFn: ({ signal }) =>
      galley.audit.list({ ...input, limit: pageSize + 1, ...(offset && { offset }) }, { signal }),
    placeholderData: keepPreviousData,
  });
  const change = (next: Partial<AuditFilter>) =>
    void navigate({
      to: '.',
      search: auditSearch({ ...filter, offset: 0, ...next }),
      replace: true,
    });
  return (
    <Shown
      title={messages.title}
      about={messages.about}
      width="wide"
      actions={<Export input={input} />}
    >
      <AuditFilters filter={filter} onChange={change} />
      <Panel isFlush>
        <div className={styles.padded} aria-busy={entries.isPlaceholderData}>
          <QueryBoundary query={entries} lines={10}>
            {(found) =>
              found.length === 0 ? (
                <Nothing isFiltered={isFiltered(filter) || offset > 0} />
              ) : (
                <AuditTable entries={found.slice(0, pageSize)} />
              )
            }
          </QueryBoundary>
        </div>
      </Panel>
      {entries.data && <Pages filter={filter} found={entries.data.length} />}
    </Shown>
  );
}

function Nothing(props: { readonly isFiltered: boolean }): ReactNode {
  const messages = useMessages(auditPageMessages);
  if (!props.isFiltered) return <EmptyState icon={ScrollText} title={messages.empty} />;
  return (
    <EmptyState
      icon={ScrollText}
      title={messages.none}
      actions={
        <Link to={'/audit'} className="button">
          {messages.clear}
        </Link>
      }
    >
      {messages.noneText}
    </EmptyState>
  );
}

async function keep(input: AuditInput, format: 'csv' | 'ndjson'): Promise<void> {
  const download = await galley.audit.export({ ...input, format });
  downloadFile(download.filename ?? `audit.${format}`, await download.blob());
  toast({ text: currentMessages(auditPageMessages).exported });
}

function Export({ input }: { readonly input: AuditInput }): ReactNode {
  const messages = useMessages(auditPageMessages);
  const csv = useAction(() => keep(input, 'csv'));
  const ndjson = useAction(() => keep(input, 'ndjson'));
  return (
    <>
      <ErrorNotice error={csv.error ?? ndjson.error} />
      <Menu
        label={messages.export}
        actions={[
          { id: 'csv', label: messages.csv, onAction: csv.run },
          { id: 'ndjson', label: messages.ndjson, onAction: ndjson.run },
        ]}
      >
        <Button icon={Download} isPending={csv.isPending || ndjson.isPending}>
          {messages.export}
        </Button>
      </Menu>
    </>
  );
}

function Pages({ filter, found }: { readonly filter: AuditFilter; readonly found: number }) {
  const messages = useMessages(auditPageMessages);
  const { offset } = filter;
  const hasOlder = found > pageSize;
  if (offset === 0 && !hasOlder) return null;
  const shown = Math.min(found, pageSize);
  const to = (next: number) => auditSearch({ ...filter, offset: Math.max(0, next) }) as never;
  return (
    <nav className={styles.pages} aria-label={messages.pages}>
      {offset > 0 && (
        <Link to={'/audit'} search={to(offset - pageSize)} className="button">
          {messages.newer}
        </Link>
      )}
      {shown > 0 && (
        <span className="soft">
          {messages.range({ from: formatNumber(offset + 1), to: formatNumber(offset + shown) })}
        </span>
      )}
      {hasOlder && (
        <Link to={'/audit'} search={to(offset + pageSize)} className="button">
          {messages.older}
        </Link>
      )}
    </nav>
  );
}
