import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Files, SearchX, Trash2 } from 'lucide-react';
import { useCallback, useMemo, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import {
  Button,
  EmptyState,
  ErrorNotice,
  QueryBoundary,
  Page as Shown,
  Spinner,
} from '../../ui/index.ts';
import { Board } from './board.tsx';
import { DocumentGrid } from './document-grid.tsx';
import styles from './documents.module.css';
import { FilterBar } from './filter-bar.tsx';
import {
  isNarrowed,
  listInput,
  narrowingFilters,
  useFilters,
  type ChangeFilters,
  type Filters,
} from './filters.ts';
import { uniqueDocuments, documentsQuery } from './queries.ts';
import { BulkReportDialog } from './bulk-report-dialog.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { UnsavedDrafts } from './unsaved-drafts.tsx';
import { useDocumentMenu } from './use-document-menu.tsx';
import { useSelection } from './use-selection.ts';
import { ViewLinks } from './view-links.tsx';
import { documentMessages } from './messages.ts';

export function Page(): ReactNode {
  const messages = useMessages(documentMessages);
  const [filters, change] = useFilters();
  return (
    <Shown title={messages.documents} width="wide" actions={<Actions />}>
      <div className={styles.page}>
        <ViewLinks filters={filters} />
        <FilterBar filters={filters} onChange={change} />
        {filters.view === 'board' ? (
          <Board filters={filters} />
        ) : (
          <List filters={filters} onChange={change} />
        )}
      </div>
      <BulkReportDialog />
    </Shown>
  );
}

function Actions(): ReactNode {
  const messages = useMessages(documentMessages);
  const session = useSession();
  const mayTrash = hasCapability(session, 'documents.lifecycle', true);
  return (
    <>
      <UnsavedDrafts />
      {mayTrash ? (
        <Link to={'/documents/trash'} className="button quiet">
          <Trash2 aria-hidden size={16} />
          <span className={styles.trashName}>{messages.trash}</span>
        </Link>
      ) : (
        <Button kind="quiet" icon={Trash2} disabledReason={messages.mayNotTrash}>
          {messages.trash}
        </Button>
      )}
    </>
  );
}

/** More than two screens, so that the next page loads before its rows scroll into view. */
const pageSize = 50;

interface ListProps {
  readonly filters: Filters;
  readonly onChange: ChangeFilters;
}

function List({ filters, onChange }: ListProps): ReactNode {
  const query = useInfiniteQuery(documentsQuery(filters, pageSize));
  const { data, error, refetch } = query;
  const documents = useMemo(() => uniqueDocuments(data?.pages ?? []), [data]);
  const selection = useSelection(documents, JSON.stringify(listInput(filters)));
  const menu = useDocumentMenu();
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const isWanting = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const more = useCallback(() => {
    if (isWanting) void fetchNextPage();
  }, [isWanting, fetchNextPage]);
  return (
    <QueryBoundary query={{ data, error, refetch }} lines={10}>
      {({ pages }) => {
        const { total = 0, total_is_estimate: isEstimate = false } = pages[0] ?? {};
        if (documents.length === 0) return <EmptyList filters={filters} onChange={onChange} />;
        return (
          <>
            <Count {...{ total, isEstimate }} isBusy={query.isPlaceholderData} />
            <DocumentGrid
              {...{ documents, filters, onChange, selection }}
              total={isEstimate ? undefined : total}
              onMenu={menu.open}
              onEnd={more}
            />
            <LoadMoreButton
              isBusy={isFetchingNextPage}
              error={error}
              onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
            />
            <SelectionBar selection={selection} />
            {menu.content}
          </>
        );
      }}
    </QueryBoundary>
  );
}

function Count(props: {
  readonly total: number;
  readonly isEstimate: boolean;
  readonly isBusy: boolean;
}): ReactNode {
  const { total, isEstimate } = props;
  const { about, count } = useMessages(documentMessages);
  return (
    <div className={styles.count}>
      <span role="status">
        {isEstimate
          ? about({ count: count({ total: Number(total.toPrecision(2)) }) })
          : count({ total })}
      </span>
      {props.isBusy && <Spinner />}
    </div>
  );
}

function LoadMoreButton(props: {
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onRetry: () => void;
}): ReactNode {
  const messages = useMessages(documentMessages);
  if (props.isBusy)
    return (
      <div className={styles.more}>
        <Spinner label={messages.loadingMore} /> {messages.loadingMore}
      </div>
    );
  return <ErrorNotice error={props.error} onRetry={props.onRetry} />;
}

function EmptyList({ filters, onChange }: ListProps): ReactNode {
  const messages = useMessages(documentMessages);
  if (!isNarrowed(filters))
    return (
      <EmptyState icon={Files} title={messages.noDocuments}>
        {messages.noDocumentsText}
      </EmptyState>
    );
  const clear = Object.fromEntries(narrowingFilters.map((name) => [name, '']));
  return (
    <EmptyState
      icon={SearchX}
      title={messages.noneFound}
      actions={<Button onPress={() => onChange(clear)}>{messages.clearAll}</Button>}
    >
      {messages.noneFoundText}
    </EmptyState>
  );
}
