import type { Notification } from '@galley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellOff, CheckCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { oneOf, useAddress } from '../../lib/address.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages, currentMessages } from '../../lib/messages.ts';
import {
  Button,
  EmptyState,
  QueryBoundary,
  Page as Shown,
  RowKeys,
  toast,
  toastProblem,
} from '../../ui/index.ts';
import styles from './home.module.css';
import { NotificationRow } from './notification-row.tsx';
import { notificationMessages } from './notification-messages.ts';

const filters = ['all', 'unread'] as const;
type Filter = (typeof filters)[number];

export function Page(): ReactNode {
  const messages = useMessages(notificationMessages);
  const [search] = useAddress();
  const filter = oneOf(search['show'], filters);
  const query = useNotifications(filter);
  const first = query.data?.pages[0];
  const newest = first?.items[0]?.id;
  return (
    <Shown title={messages.title} width="text">
      <section className="panel flush">
        <div className={styles['bar']}>
          <Filters filter={filter} />
          <span className={`grow soft small ${styles['unreadCount']}`} aria-live="polite">
            {first && first.unread > 0 && messages.count({ count: first.unread })}
          </span>
          <Button
            size="small"
            icon={CheckCheck}
            disabledReason={first?.unread === 0 && messages.noneUnread}
            onPress={() => void markAll(newest)}
          >
            {messages.markAll}
          </Button>
        </div>
        <QueryBoundary query={query} lines={8}>
          {({ pages }) => <List items={pages.flatMap(({ items }) => items)} filter={filter} />}
        </QueryBoundary>
        {query.hasNextPage && (
          <div className={styles['foot']}>
            <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
              {messages.older}
            </Button>
          </div>
        )}
      </section>
    </Shown>
  );
}

function useNotifications(filter: Filter) {
  return useInfiniteQuery({
    queryKey: ['notifications', 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      galley.notifications.list(
        {
          limit: 50,
          ...(filter === 'unread' && { unread: 'true' as const }),
          ...(pageParam !== undefined && { before: pageParam }),
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  });
}

/** Later items stay unread. */
async function markAll(upTo: string | undefined): Promise<void> {
  try {
    await galley.notifications.read({ all: true, ...(upTo !== undefined && { up_to: upTo }) });
    await queryClient.invalidateQueries({ queryKey: ['notifications'] });
    toast({ text: currentMessages(notificationMessages).marked });
  } catch (error) {
    toastProblem(error);
  }
}

function Filters({ filter }: { readonly filter: Filter }): ReactNode {
  const messages = useMessages(notificationMessages);
  return (
    <nav className="tabs" aria-label={messages.filter}>
      {filters.map((one) => (
        <Link
          key={one}
          to="."
          search={one === 'all' ? {} : { show: one }}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={one === filter ? 'page' : undefined}
        >
          {messages[one]}
        </Link>
      ))}
    </nav>
  );
}

function List(props: {
  readonly items: readonly Notification[];
  readonly filter: Filter;
}): ReactNode {
  const { items, filter } = props;
  const messages = useMessages(notificationMessages);
  if (items.length === 0)
    return filter === 'unread' ? (
      <EmptyState icon={CheckCheck} title={messages.noneUnread}>
        {messages.noneUnreadText}
      </EmptyState>
    ) : (
      <EmptyState icon={BellOff} title={messages.none}>
        {messages.noneText}
      </EmptyState>
    );
  return (
    <RowKeys>
      <ul className={styles['rows']}>
        {items.map((item) => (
          <NotificationRow key={item.id} item={item} />
        ))}
      </ul>
    </RowKeys>
  );
}
