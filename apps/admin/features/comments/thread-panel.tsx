import type { CommentThread } from '@galley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageSquarePlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, QueryBoundary, Select, toast } from '../../ui/index.ts';
import { CommentForm } from './comment-form.tsx';
import styles from './comments.module.css';
import { threadMessages } from './thread-messages.ts';
import { refreshThreads, threadsQuery, type ThreadFilter } from './thread-queries.ts';

export interface ListedThreads {
  readonly threads: readonly CommentThread[];
  readonly names: Readonly<Record<string, string>>;
  readonly filter: ThreadFilter;
}

/** Comments on a document, with a form for one about all of it. */
export function ThreadPanel(props: {
  readonly path: string;
  readonly canComment: boolean;
  /** Another form, instead of the buttons. */
  readonly draft?: ReactNode;
  /** More buttons. */
  readonly tools?: ReactNode;
  readonly children: (shown: ListedThreads) => ReactNode;
}): ReactNode {
  const { path, canComment, draft, tools, children } = props;
  const messages = useMessages(threadMessages);
  const [isGeneral, setGeneral] = useState(false);
  const [filter, setFilter] = useState<ThreadFilter>('open');
  const query = useInfiniteQuery(threadsQuery(path, filter));
  const send = async (body: string) => {
    await galley.comments.add({ path, body });
    await refreshThreads(path);
    setGeneral(false);
    toast({ text: messages.added });
  };
  const general = isGeneral && (
    <CommentForm
      path={path}
      label={messages.onDocument}
      action={messages.send}
      onCancel={() => setGeneral(false)}
      onSend={send}
    />
  );
  return (
    <div className={styles['panel']}>
      {draft ?? (general || null)}
      {canComment && !draft && !isGeneral && (
        <div className="row">
          <Button size="small" icon={MessageSquarePlus} onPress={() => setGeneral(true)}>
            {messages.onDocument}
          </Button>
          {tools}
        </div>
      )}
      <Select
        label={messages.filter}
        isLabelHidden
        value={filter}
        onChange={setFilter}
        options={[
          { id: 'open', label: messages.open({ count: query.data?.pages[0]?.open ?? 0 }) },
          { id: 'closed', label: messages.closed },
        ]}
      />
      <QueryBoundary query={query} lines={6}>
        {({ pages }) =>
          children({
            filter,
            threads: pages.flatMap(({ items }) => items),
            names: Object.assign({}, ...pages.map((page) => page.names)) as Record<string, string>,
          })
        }
      </QueryBoundary>
      {query.hasNextPage && (
        <Button size="small" onPress={() => void query.fetchNextPage()}>
          {messages.more}
        </Button>
      )}
    </div>
  );
}
