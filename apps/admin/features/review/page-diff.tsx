import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DocumentWithFile } from '../../lib/documents.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { EmptyState, PageFrame, QueryBoundary } from '../../ui/index.ts';
import { compareMessages } from './compare-messages.ts';
import type { Sides } from './comparison.ts';
import styles from './review.module.css';

export function PageDiff({ path, left, right, detail }: Sides): ReactNode {
  const messages = useMessages(compareMessages);
  return (
    <div className={styles['pages']}>
      <section aria-label={messages.before}>
        <h2 className={styles['sideName']}>{messages.before}</h2>
        {left === null ? (
          <EmptyState title={messages.noBefore}>{messages.noBeforeText}</EmptyState>
        ) : (
          <RenderedPage path={path} hash={left} title={messages.frameBefore} />
        )}
      </section>
      <section aria-label={messages.after}>
        <h2 className={styles['sideName']}>{messages.after}</h2>
        <RenderedPage path={path} hash={right} detail={detail} title={messages.frameAfter} />
      </section>
    </div>
  );
}

export function RenderedPage(props: {
  readonly path: string;
  /** Hash of a history entry, or `current`. */
  readonly hash: string;
  readonly detail?: DocumentWithFile | undefined;
  readonly title: string;
}): ReactNode {
  const { path, hash, detail, title } = props;
  const query = useQuery({
    queryKey: ['preview', path, hash, hash === 'current' ? detail?.revision : null],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const text =
        hash === 'current' && detail
          ? detail
          : await galley.documents.revision({ path, hash }, { signal });
      const given = text.problem
        ? { content: text.raw }
        : { content: text.raw_body, frontmatter: text.frontmatter };
      return galley.documents.preview({ path, ...given }, { signal });
    },
  });
  return (
    <QueryBoundary query={query} lines={12}>
      {({ html, url }) => (
        <PageFrame className={styles['frame']} title={title} html={html} url={url} />
      )}
    </QueryBoundary>
  );
}
