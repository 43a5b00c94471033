import type { DocumentStatus, DocumentSummary } from '@galley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis, GripVertical } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import {
  Button as AriaButton,
  GridList,
  GridListItem,
  isTextDropItem,
  useDragAndDrop,
} from 'react-aria-components';
import { statusMessages } from '../../lib/document-status.ts';
import { formatNumber } from '../../lib/format.ts';
import { personName } from '../../lib/person-name.ts';
import { useMessages } from '../../lib/messages.ts';
import {
  Button,
  classNames,
  QueryBoundary,
  Spinner,
  StatusBadge,
  Time,
  uiMessages,
} from '../../ui/index.ts';
import { documentName } from './document-actions.ts';
import { ApprovalBadge } from './document-status-badge.tsx';
import styles from './documents.module.css';
import type { Filters } from './filters.ts';
import { Highlighted } from './highlighted.tsx';
import { uniqueDocuments, documentsQuery } from './queries.ts';
import { documentMessages } from './messages.ts';

interface Props {
  readonly status: DocumentStatus;
  readonly filters: Filters;
  /** Path of the card whose move is pending. */
  readonly pending: string | null;
  readonly onMenu: (document: DocumentSummary, button: Element) => void;
  readonly onMove: (document: DocumentSummary) => void;
}

const columnSize = 25;

const dragType = 'galley-document';

export function BoardColumn(props: Props): ReactNode {
  const { status, filters } = props;
  const messages = useMessages(statusMessages);
  const { more } = useMessages(uiMessages);
  const query = useInfiniteQuery(documentsQuery({ ...filters, status, view: '' }, columnSize));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const documents = useMemo(
    () => uniqueDocuments(data?.pages ?? []).filter((one) => one.status === status),
    [data, status],
  );
  const [first] = data?.pages ?? [];
  return (
    <section className={styles.column} aria-label={messages[status]}>
      <header className={styles.columnHead}>
        <h2>
          <StatusBadge status={status} />
        </h2>
        <span className="soft small">
          {first?.total_is_estimate && '≈ '}
          {first && formatNumber(first.total)}
        </span>
      </header>
      <QueryBoundary query={{ data, error, refetch }} lines={4}>
        {() => <Cards {...props} documents={documents} />}
      </QueryBoundary>
      {hasNextPage && (
        <Button
          size="small"
          kind="quiet"
          isPending={isFetchingNextPage}
          onPress={() => void fetchNextPage()}
        >
          {more}
        </Button>
      )}
    </section>
  );
}

function Cards(props: Props & { readonly documents: readonly DocumentSummary[] }): ReactNode {
  const { status, documents, pending, onMenu, onMove } = props;
  const messages = useMessages(documentMessages);
  const names = useMessages(statusMessages);
  const navigate = useNavigate();
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) =>
      documents
        .filter(({ path }) => keys.has(path))
        .map((document) => ({
          [dragType]: JSON.stringify(document),
          'text/plain': document.path,
        })),
    acceptedDragTypes: [dragType],
    getDropOperation: () => 'move',
    onRootDrop({ items }) {
      const [item] = items.filter(isTextDropItem);
      void item?.getText(dragType).then((text) => onMove(JSON.parse(text) as DocumentSummary));
    },
  });
  return (
    <GridList
      aria-label={names[status]}
      className={styles.cards}
      items={documents.map((document) => ({ id: document.path, document }))}
      dependencies={[pending]}
      dragAndDropHooks={dragAndDropHooks}
      onAction={(path) => void navigate({ to: '/edit/$', params: { _splat: String(path) } })}
      renderEmptyState={() => <p className={styles.emptyColumn}>{messages.emptyColumn}</p>}
    >
      {({ document }) => (
        <Card document={document} isPending={pending === document.path} onMenu={onMenu} />
      )}
    </GridList>
  );
}

function workerOn({ status, author, assignee, reviewer, names }: DocumentSummary): string | null {
  const username = (status === 'in_review' && reviewer) || assignee || author;
  return username && personName(names, username);
}

function Card(
  props: Pick<Props, 'onMenu'> & {
    readonly document: DocumentSummary;
    readonly isPending: boolean;
  },
): ReactNode {
  const { document, isPending, onMenu } = props;
  const messages = useMessages(documentMessages);
  const { path, lang, highlight, updated_at: at, status } = document;
  const person = workerOn(document);
  const name = documentName(document);
  const due = status === 'scheduled' ? document.scheduled_publish_at : null;
  return (
    <GridListItem
      id={path}
      textValue={name}
      className={classNames(styles.card, isPending && styles.moving)}
    >
      <AriaButton slot="drag" className={styles.grip} aria-label={messages.drag({ title: name })}>
        <GripVertical aria-hidden size={14} />
      </AriaButton>
      <div className="grow">
        <p className={styles.cardTitle} lang={lang} dir="auto">
          {highlight && document.title ? <Highlighted html={highlight.title} /> : name}
        </p>
        <p className="soft small breaks">
          <bdi>{person}</bdi> {person && (due ?? at) && '· '}
          <Time at={due ?? at} />
        </p>
      </div>
      <ApprovalBadge document={document} />
      {isPending ? (
        <Spinner />
      ) : (
        <AriaButton
          className="button quiet small icon-only"
          aria-label={messages.more({ title: name })}
          onPress={({ target }) => onMenu(document, target)}
        >
          <Ellipsis aria-hidden size={16} />
        </AriaButton>
      )}
    </GridListItem>
  );
}
