import type { DocumentHistoryEntry } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { searchText, useAddress } from '../../lib/address.ts';
import type { DocumentWithFile } from '../../lib/documents.ts';
import { personName } from '../../lib/person-name.ts';
import { useMessages } from '../../lib/messages.ts';
import {
  Button,
  QueryBoundary,
  Notice,
  Page as Shown,
  Panel,
  usePageTitle,
  type QueryState,
} from '../../ui/index.ts';
import { BaseChoice } from './base-choice.tsx';
import {
  approvalsQuery,
  documentQuery,
  historyQuery,
  availableBases,
  type Base,
} from './comparison.ts';
import { ComparisonView } from './comparison-view.tsx';
import { DecisionBarView } from './decision-bar.tsx';
import { ReviewComments } from './review-comments.tsx';
import { ReviewFacts } from './review-facts.tsx';
import { ReviewHead } from './review-head.tsx';
import { SignInChanges } from './sign-in-changes.tsx';
import { reviewMessages } from './messages.ts';
import styles from './review.module.css';
import { Timeline } from './timeline.tsx';

export function Page(): ReactNode {
  const { _splat: path = '' } = useParams({ from: '/inside/review/$' });
  return <ReviewOf key={path} path={path} />;
}

function ReviewOf({ path }: { readonly path: string }): ReactNode {
  const messages = useMessages(reviewMessages);
  const query = useQuery(documentQuery(path));
  if (query.data) return <Review detail={query.data} isFresh={query.isFetchedAfterMount} />;
  return (
    <Shown title={messages.inbox} about={path}>
      <QueryBoundary query={query} lines={14}>
        {() => null}
      </QueryBoundary>
    </Shown>
  );
}

const none: readonly never[] = [];

function useRecords(path: string) {
  const isEnabled = hasCapability(useSession(), 'documents.history', true);
  const history = useQuery({ ...historyQuery(path), enabled: isEnabled });
  const approvals = useQuery({ ...approvalsQuery(path), enabled: isEnabled });
  return {
    history: history.data ?? none,
    approvals: approvals.data ?? none,
    // The default base of the comparison depends on both queries.
    waiting: {
      data: !isEnabled || (history.data && approvals.data) ? true : undefined,
      error: history.error ?? approvals.error,
      refetch: () => Promise.all([history.refetch(), approvals.refetch()]),
    } satisfies QueryState<true>,
  };
}

function Review(props: {
  readonly detail: DocumentWithFile;
  /** False while a cached document is shown; the review starts with the fetched revision. */
  readonly isFresh: boolean;
}): ReactNode {
  const { detail, isFresh } = props;
  const { path, title, revision } = detail;
  const { history, approvals, waiting } = useRecords(path);
  const [seen, setSeen] = useState<string>();
  if (isFresh && seen === undefined) setSeen(revision);
  const isChanged = seen !== undefined && seen !== revision;
  usePageTitle(title || path);
  return (
    <div className={`page wide ${styles['review']}`}>
      <ReviewHead detail={detail}>
        <DecisionBarView
          detail={detail}
          history={history}
          isChanged={isChanged}
          onRevision={setSeen}
        />
      </ReviewHead>
      <SignInChanges detail={detail} />
      <Changed detail={detail} isShown={isChanged} onSeen={() => setSeen(revision)} />
      <div className={styles['columns']}>
        {waiting.data ? (
          <Compared detail={detail} history={history} approvals={approvals} />
        ) : (
          <Panel>
            <QueryBoundary query={waiting} lines={12}>
              {() => null}
            </QueryBoundary>
          </Panel>
        )}
        <aside className="stack">
          <ReviewFacts detail={detail} />
          <ReviewComments detail={detail} />
          <Timeline detail={detail} history={history} approvals={approvals} />
        </aside>
      </div>
    </div>
  );
}

function Changed(props: {
  readonly detail: DocumentWithFile;
  readonly isShown: boolean;
  readonly onSeen: () => void;
}): ReactNode {
  const { last_change: change, names } = props.detail;
  const messages = useMessages(reviewMessages);
  const isOnDisk = change?.cause === 'disk';
  if (!props.isShown) return null;
  return (
    <Notice
      tone="warn"
      title={messages.changedTitle}
      actions={<Button onPress={props.onSeen}>{messages.changedSeen}</Button>}
    >
      {isOnDisk
        ? messages.changedOnDisk
        : messages.changedText({
            name: change ? personName(names, change.author) : messages.somebody,
          })}
    </Notice>
  );
}

function Compared(props: {
  readonly detail: DocumentWithFile;
  readonly history: readonly DocumentHistoryEntry[];
  readonly approvals: readonly { readonly revision: string; readonly hash: string }[];
}): ReactNode {
  const { detail, history, approvals } = props;
  const [search, change] = useAddress();
  const bases = availableBases(detail, history, approvals);
  const base = chosenBase(searchText(search['base']), bases, history);
  return (
    <ComparisonView sides={{ path: detail.path, left: base.hash, right: 'current', detail }}>
      <BaseChoice
        bases={bases}
        history={history}
        value={base}
        onChange={(id) => change({ base: id })}
      />
    </ComparisonView>
  );
}

function chosenBase(
  asked: string | undefined,
  bases: readonly Base[],
  history: readonly DocumentHistoryEntry[],
): Base {
  const entry = history.find(({ hash }) => hash === asked);
  return (
    bases.find(({ id }) => id === asked) ??
    (entry && { id: entry.hash, hash: entry.hash }) ??
    bases[0]!
  );
}
