import type { DocumentHistoryEntry } from '@galley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { FileText, Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAddress } from '../../lib/address.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, QueryBoundary, Page as Shown, Panel } from '../../ui/index.ts';
import { parseSelectedRevisions } from './selected-revisions.ts';
import { HistoryContent } from './history-content.tsx';
import { HistoryList } from './history-list.tsx';
import { historyMessages } from './history-messages.ts';
import styles from './review.module.css';

const pageSize = 50;

export function Page(): ReactNode {
  const { _splat: path = '' } = useParams({ from: '/inside/history/$' });
  const messages = useMessages(historyMessages);
  const query = useInfiniteQuery({
    queryKey: ['documents', 'history', path],
    queryFn: ({ signal, pageParam }) =>
      galley.documents.history(
        { path, limit: pageSize, ...(pageParam !== undefined && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : String(page.at(-1)!.seq)),
  });
  const more = query.hasNextPage && (
    <div className={styles['padded']}>
      <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
        {messages.older}
      </Button>
    </div>
  );
  return (
    <Shown title={messages.title} about={path} width="wide" actions={<Elsewhere path={path} />}>
      <QueryBoundary query={query} lines={12}>
        {({ pages }) => <Both path={path} entries={pages.flat()} more={more} />}
      </QueryBoundary>
    </Shown>
  );
}

function Elsewhere({ path }: { readonly path: string }): ReactNode {
  const messages = useMessages(historyMessages);
  const params = { _splat: path } as never;
  return (
    <>
      <Link to={'/review/$'} params={params} className="button">
        <Inbox aria-hidden size={16} />
        {messages.review}
      </Link>
      <Link to={'/edit/$'} params={params} className="button">
        <FileText aria-hidden size={16} />
        {messages.edit}
      </Link>
    </>
  );
}

function Both(props: {
  readonly path: string;
  readonly entries: readonly DocumentHistoryEntry[];
  readonly more: ReactNode;
}): ReactNode {
  const { path, entries, more } = props;
  const messages = useMessages(historyMessages);
  const [search] = useAddress();
  const chosen = parseSelectedRevisions(search, entries);
  return (
    <div className={styles['historyColumns']}>
      <Panel isFlush title={messages.title} about={messages.about}>
        <HistoryList path={path} entries={entries} chosen={chosen} />
        {more}
      </Panel>
      <HistoryContent path={path} entries={entries} chosen={chosen} />
    </div>
  );
}
