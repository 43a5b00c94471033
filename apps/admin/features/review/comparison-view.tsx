import { isProblem } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAddress, type Search } from '../../lib/address.ts';
import type { DocumentWithFile } from '../../lib/documents.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, QueryBoundary, Notice } from '../../ui/index.ts';
import { compareMessages } from './compare-messages.ts';
import { comparisonQuery, type ComparisonResult, type Sides } from './comparison.ts';
import { contentChanges, FieldsDiff } from './fields-diff.tsx';
import { PageDiff } from './page-diff.tsx';
import styles from './review.module.css';
import { TextChanges } from './text-changes.tsx';

/** In the order of their shortcut keys. */
const views = ['page', 'text', 'fields'] as const;
type View = (typeof views)[number];

export function ComparisonView(props: {
  readonly sides: Sides;
  readonly children?: ReactNode;
}): ReactNode {
  const { sides, children } = props;
  const [search] = useAddress();
  const query = useQuery(comparisonQuery(sides));
  const view = views.find((one) => one === search['view']) ?? defaultView(sides, query.data);
  return (
    <section className={`panel flush ${styles['comparison']}`}>
      <header className={styles['comparisonHead']}>
        <ViewTabs view={view} compared={query.data} />
        <div className="row">{children}</div>
      </header>
      {view === 'page' && <PageDiff {...sides} />}
      {view !== 'page' && isTooLarge(query.error) && <TooLarge detail={sides.detail} />}
      {view !== 'page' && !isTooLarge(query.error) && (
        <QueryBoundary query={query} lines={12}>
          {(compared) => <ComparisonContent view={view} compared={compared as ComparisonResult} />}
        </QueryBoundary>
      )}
    </section>
  );
}

/** The page of a new document, the fields if only they differ, and the text otherwise. */
function defaultView({ left }: Sides, compared: Partial<ComparisonResult> | undefined): View {
  if (left === null) return 'page';
  const { body_diff: edits = [], frontmatter_changes: changes = [] } = compared ?? {};
  const isTextEqual = edits.every(({ op }) => op === 'equal');
  return isTextEqual && contentChanges(changes).length > 0 ? 'fields' : 'text';
}

function ComparisonContent({
  view,
  compared,
}: {
  readonly view: View;
  readonly compared: ComparisonResult;
}): ReactNode {
  return (
    <>
      <Unreadable compared={compared} />
      {view === 'text' ? (
        <TextChanges edits={compared.body_diff} />
      ) : (
        <FieldsDiff changes={compared.frontmatter_changes} />
      )}
    </>
  );
}

function ViewTabs(props: {
  readonly view: View;
  readonly compared: Partial<ComparisonResult> | undefined;
}): ReactNode {
  const { view, compared } = props;
  const messages = useMessages(compareMessages);
  const [, change] = useAddress();
  const names = { page: messages.showPage, text: messages.showText, fields: messages.showFields };
  const show = (wanted: View) => change({ view: wanted });
  useShortcut({ keys: '1', label: names.page, run: () => show('page') });
  useShortcut({ keys: '2', label: names.text, run: () => show('text') });
  useShortcut({ keys: '3', label: names.fields, run: () => show('fields') });
  const changed = contentChanges(compared?.frontmatter_changes ?? []).length;
  return (
    <nav className={`tabs ${styles['tabs']}`} aria-label={messages.ways}>
      {views.map((one, place) => (
        <Link
          key={one}
          to="."
          replace
          resetScroll={false}
          search={(before: Search) => ({ ...before, view: one })}
          activeOptions={{ exact: true, includeSearch: true }}
          data-status={one === view ? 'active' : undefined}
          aria-current={one === view ? 'page' : undefined}
          title={`${names[one]} (${place + 1})`}
        >
          {messages[one]}
          {one === 'fields' && changed > 0 && <span className={styles['count']}>{changed}</span>}
        </Link>
      ))}
    </nav>
  );
}

function Unreadable({ compared }: { readonly compared: ComparisonResult }): ReactNode {
  const messages = useMessages(compareMessages);
  const sides = [
    [messages.before, compared.left?.problem],
    [messages.after, compared.right?.problem],
  ] as const;
  return sides.map(
    ([name, problem]) =>
      problem && (
        <Notice key={name} tone="warn">
          {messages.notReadable({ side: name, line: problem.line })}
        </Notice>
      ),
  );
}

function isTooLarge(error: unknown): boolean {
  return isProblem(error, 'comparison_too_large');
}

function TooLarge({ detail }: { readonly detail: DocumentWithFile | undefined }): ReactNode {
  const messages = useMessages(compareMessages);
  const [search, change] = useAddress();
  const isWhole = search['whole'] === true || search['whole'] === 'true';
  return (
    <div className={styles['padded']}>
      <Notice
        tone="warn"
        title={messages.tooLarge}
        actions={
          <>
            <Button onPress={() => change({ view: 'page' })}>{messages.toPage}</Button>
            {detail && !isWhole && (
              <Button onPress={() => change({ whole: true })}>{messages.toText}</Button>
            )}
          </>
        }
      >
        {messages.tooLargeAbout}
      </Notice>
      {detail && isWhole && <PlainText label={messages.whole} text={detail.raw} />}
    </div>
  );
}

export function PlainText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <pre className={styles['plain']} role="region" aria-label={label} tabIndex={0}>
      {text}
    </pre>
  );
}
