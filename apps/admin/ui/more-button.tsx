import type { ReactNode } from 'react';
import { useMessages } from '../lib/messages.ts';
import { Button } from './button.tsx';
import { uiMessages } from './messages.ts';

export interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** Loads the next page; shown only if there is one. */
export function MoreButton(props: {
  readonly query: PagedQuery;
  readonly className?: string | undefined;
}): ReactNode {
  const { query, className } = props;
  const messages = useMessages(uiMessages);
  if (!query.hasNextPage) return null;
  return (
    <div className={className}>
      <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
        {messages.more}
      </Button>
    </div>
  );
}
