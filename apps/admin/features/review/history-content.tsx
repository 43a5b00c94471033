import type { DocumentHistoryEntry } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { oneOf, useAddress } from '../../lib/address.ts';
import { formatDateTime } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, EmptyState, IconButton, QueryBoundary, Panel } from '../../ui/index.ts';
import { ComparisonView, PlainText } from './comparison-view.tsx';
import type { SelectedRevisions } from './selected-revisions.ts';
import { historyMessages } from './history-messages.ts';
import { RenderedPage } from './page-diff.tsx';
import styles from './review.module.css';

export function HistoryContent(props: {
  readonly path: string;
  readonly entries: readonly DocumentHistoryEntry[];
  readonly chosen: SelectedRevisions;
}): ReactNode {
  const { path, entries, chosen } = props;
  const { left, right, shown } = chosen;
  const messages = useMessages(historyMessages);
  const session = useSession();
  if (shown !== undefined) return <OneRevision key={shown} path={path} hash={shown} />;
  if (left === undefined || right === undefined)
    return (
      <section className="panel">
        <EmptyState title={messages.chooseTwo} />
      </section>
    );
  if (!hasCapability(session, 'documents.diff', true))
    return (
      <section className="panel">
        <EmptyState title={messages.mayNotCompare} />
      </section>
    );
  return (
    <ComparisonView key={`${left} ${right}`} sides={{ path, left, right }}>
      <Between left={nameOf(left, entries)} right={nameOf(right, entries)} chosen={chosen} />
    </ComparisonView>
  );
}

function Between(props: {
  readonly left: string;
  readonly right: string;
  readonly chosen: SelectedRevisions;
}): ReactNode {
  const { left, right, chosen } = props;
  const messages = useMessages(historyMessages);
  const [, change] = useAddress();
  return (
    <>
      <span className="soft small">
        {left} <ArrowRight size={13} aria-label={messages.right} /> {right}
      </span>
      <IconButton
        kind="quiet"
        size="small"
        icon={ArrowLeftRight}
        onPress={() => change({ left: chosen.right, right: chosen.left })}
      >
        {messages.swap}
      </IconButton>
    </>
  );
}

function nameOf(hash: string, entries: readonly DocumentHistoryEntry[]): string {
  const entry = entries.find((one) => one.hash === hash);
  return entry ? formatDateTime(entry.timestamp) : hash.slice(0, 12);
}

const ways = ['page', 'source'] as const;

function OneRevision({ path, hash }: { readonly path: string; readonly hash: string }): ReactNode {
  const messages = useMessages(historyMessages);
  const [search, change] = useAddress();
  const way = oneOf(search['as'], ways);
  const query = useQuery({
    queryKey: ['revision', path, hash],
    staleTime: Infinity,
    queryFn: ({ signal }) => galley.documents.revision({ path, hash }, { signal }),
  });
  const title = query.data
    ? messages.viewTitle({ when: formatDateTime(query.data.timestamp) })
    : messages.view;
  return (
    <Panel
      isFlush
      title={title}
      about={query.data?.title}
      actions={ways.map((one) => (
        <Button
          key={one}
          size="small"
          kind="quiet"
          isPressed={one === way}
          onPress={() => change({ as: one, show: hash })}
        >
          {messages[one]}
        </Button>
      ))}
    >
      <QueryBoundary query={query} lines={10}>
        {({ raw }) => (
          <div className={styles['one']}>
            {way === 'page' ? (
              <RenderedPage path={path} hash={hash} title={title} />
            ) : (
              <PlainText label={title} text={raw} />
            )}
          </div>
        )}
      </QueryBoundary>
    </Panel>
  );
}
