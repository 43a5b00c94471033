import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FilePlus2, Files, Plus, SearchX, Trash2 } from 'lucide-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { may, useSession } from '../../app/session.ts';
import { useCommands } from '../../lib/commands.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useWords } from '../../lib/words.ts';
import { Button, Empty, ErrorNotice, Loading, Page as Shown, Spinner } from '../../ui/index.ts';
import { Board } from './board.tsx';
import { DocumentGrid } from './document-grid.tsx';
import styles from './documents.module.css';
import { FilterBar } from './filter-bar.tsx';
import {
  isNarrowed,
  listInput,
  narrowing,
  useFilters,
  type ChangeFilters,
  type Filters,
} from './filters.ts';
import { NewDocumentDialog } from './new-document.tsx';
import { documentsIn, documentsQuery } from './queries.ts';
import { RefusedSheet } from './refused-sheet.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { UnsavedTexts } from './unsaved-sheet.tsx';
import { useDocumentMenu } from './use-document-menu.tsx';
import { useSelection } from './use-selection.ts';
import { ViewLinks } from './view-links.tsx';
import { documentWords } from './words.ts';

export function Page(): ReactNode {
  const words = useWords(documentWords);
  const [filters, change] = useFilters();
  return (
    <Shown title={words.documents} width="wide" actions={<Actions />}>
      <div className={styles.page}>
        <ViewLinks filters={filters} />
        <FilterBar filters={filters} onChange={change} />
        {filters.view === 'board' ? (
          <Board filters={filters} />
        ) : (
          <List filters={filters} onChange={change} />
        )}
      </div>
      <RefusedSheet />
    </Shown>
  );
}

function Actions(): ReactNode {
  const words = useWords(documentWords);
  const session = useSession();
  const mayTrash = may(session, 'documents.lifecycle', true);
  return (
    <>
      <UnsavedTexts />
      {mayTrash ? (
        <Link to={'/documents/trash'} className="button quiet">
          <Trash2 aria-hidden size={16} />
          <span className={styles.trashName}>{words.trash}</span>
        </Link>
      ) : (
        <Button kind="quiet" icon={Trash2} disabledReason={words.mayNotTrash}>
          {words.trash}
        </Button>
      )}
      <NewDocument />
    </>
  );
}

function NewDocument(): ReactNode {
  const words = useWords(documentWords);
  const mayCreate = may(useSession(), 'documents.create', true);
  const [isOpen, setOpen] = useState(false);
  useShortcut({ keys: 'n', label: words.newDocument, run: () => setOpen(true) }, mayCreate);
  const commands = useMemo(
    () =>
      mayCreate
        ? [
            {
              id: 'new-document',
              label: words.newDocument,
              icon: FilePlus2,
              shortcut: 'n',
              run: () => setOpen(true),
            },
          ]
        : [],
    [mayCreate, words.newDocument],
  );
  useCommands(commands);
  return (
    <>
      <Button
        kind="primary"
        icon={Plus}
        shortcut="n"
        disabledReason={!mayCreate && words.mayNotCreate}
        onPress={() => setOpen(true)}
      >
        {words.newDocument}
      </Button>
      {isOpen && <NewDocumentDialog onClose={() => setOpen(false)} />}
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
  const documents = useMemo(() => documentsIn(data?.pages ?? []), [data]);
  const selection = useSelection(documents, JSON.stringify(listInput(filters)));
  const menu = useDocumentMenu();
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const isWanting = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const more = useCallback(() => {
    if (isWanting) void fetchNextPage();
  }, [isWanting, fetchNextPage]);
  return (
    <Loading query={{ data, error, refetch }} lines={10}>
      {({ pages }) => {
        const total = pages[0]?.total ?? 0;
        if (documents.length === 0) return <Nothing filters={filters} onChange={onChange} />;
        return (
          <>
            <Count total={total} isBusy={query.isPlaceholderData} />
            <DocumentGrid
              {...{ documents, total, filters, onChange, selection }}
              onMenu={menu.open}
              onEnd={more}
            />
            <More
              isBusy={isFetchingNextPage}
              error={error}
              onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
            />
            <SelectionBar selection={selection} />
            {menu.content}
          </>
        );
      }}
    </Loading>
  );
}

function Count({ total, isBusy }: { readonly total: number; readonly isBusy: boolean }): ReactNode {
  const words = useWords(documentWords);
  return (
    <div className={styles.count}>
      <span role="status">{words.count(total)}</span>
      {isBusy && <Spinner />}
    </div>
  );
}

function More(props: {
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onRetry: () => void;
}): ReactNode {
  const words = useWords(documentWords);
  if (props.isBusy)
    return (
      <div className={styles.more}>
        <Spinner label={words.loadingMore} /> {words.loadingMore}
      </div>
    );
  return <ErrorNotice error={props.error} onRetry={props.onRetry} />;
}

function Nothing({ filters, onChange }: ListProps): ReactNode {
  const words = useWords(documentWords);
  if (!isNarrowed(filters))
    return (
      <Empty icon={Files} title={words.noDocuments}>
        {words.noDocumentsText}
      </Empty>
    );
  const clear = Object.fromEntries(narrowing.map((name) => [name, '']));
  return (
    <Empty
      icon={SearchX}
      title={words.noneFound}
      actions={<Button onPress={() => onChange(clear)}>{words.clearAll}</Button>}
    >
      {words.noneFoundText}
    </Empty>
  );
}
