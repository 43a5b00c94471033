import type { DocumentHistoryEntry } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { may, useSession } from '../../app/session.ts';
import { oneOf, useAddress } from '../../lib/address.ts';
import { dateTime } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { useWords } from '../../lib/words.ts';
import { Button, Empty, IconButton, Loading, Panel } from '../../ui/index.ts';
import { ComparisonView, PlainText } from './comparison-view.tsx';
import type { Chosen } from './chosen.ts';
import { historyWords } from './history-words.ts';
import { RenderedPage } from './page-diff.tsx';
import styles from './review.module.css';

export function HistoryContent(props: {
  readonly path: string;
  readonly entries: readonly DocumentHistoryEntry[];
  readonly chosen: Chosen;
}): ReactNode {
  const { path, entries, chosen } = props;
  const { left, right, shown } = chosen;
  const words = useWords(historyWords);
  const session = useSession();
  if (shown !== undefined) return <OneRevision key={shown} path={path} hash={shown} />;
  if (left === undefined || right === undefined)
    return (
      <section className="panel">
        <Empty title={words.chooseTwo} />
      </section>
    );
  if (!may(session, 'documents.diff', true))
    return (
      <section className="panel">
        <Empty title={words.mayNotCompare} />
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
  readonly chosen: Chosen;
}): ReactNode {
  const { left, right, chosen } = props;
  const words = useWords(historyWords);
  const [, change] = useAddress();
  return (
    <>
      <span className="soft small">
        {left} <ArrowRight size={13} aria-label={words.right} /> {right}
      </span>
      <IconButton
        kind="quiet"
        size="small"
        icon={ArrowLeftRight}
        onPress={() => change({ left: chosen.right, right: chosen.left })}
      >
        {words.swap}
      </IconButton>
    </>
  );
}

function nameOf(hash: string, entries: readonly DocumentHistoryEntry[]): string {
  const entry = entries.find((one) => one.hash === hash);
  return entry ? dateTime(entry.timestamp) : hash.slice(0, 12);
}

const ways = ['page', 'source'] as const;

function OneRevision({ path, hash }: { readonly path: string; readonly hash: string }): ReactNode {
  const words = useWords(historyWords);
  const [search, change] = useAddress();
  const way = oneOf(search['as'], ways);
  const query = useQuery({
    queryKey: ['revision', path, hash],
    staleTime: Infinity,
    queryFn: ({ signal }) => galley.documents.revision({ path, hash }, { signal }),
  });
  const title = query.data ? words.viewTitle(dateTime(query.data.timestamp)) : words.view;
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
          {words[one]}
        </Button>
      ))}
    >
      <Loading query={query} lines={10}>
        {({ raw }) => (
          <div className={styles['one']}>
            {way === 'page' ? (
              <RenderedPage path={path} hash={hash} title={title} />
            ) : (
              <PlainText label={title} text={raw} />
            )}
          </div>
        )}
      </Loading>
    </Panel>
  );
}
