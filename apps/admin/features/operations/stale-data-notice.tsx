import type { ReactNode } from 'react';
import { formatTime } from '../../lib/format.ts';
import { problemText } from '../../lib/problem-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { Notice } from '../../ui/index.ts';
import { operationsMessages } from './messages.ts';

interface QueryState {
  readonly data: unknown;
  readonly error: unknown;
  readonly dataUpdatedAt: number;
}

/** Needed because a page that refreshes itself looks the same when refreshing fails. */
export function StaleDataNotice({
  queries,
}: {
  readonly queries: readonly QueryState[];
}): ReactNode {
  const messages = useMessages(operationsMessages);
  const old = queries.find(({ data, error }) => data !== undefined && error !== null);
  if (!old) return null;
  return (
    <Notice tone="bad" title={messages.notFresh}>
      <p>{problemText(old.error)}</p>
      <p>{messages.notFreshText({ time: formatTime(new Date(old.dataUpdatedAt)) })}</p>
    </Notice>
  );
}
