import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Notice, PageFrame, Page as Shown, QueryBoundary } from '../../ui/index.ts';
import { documentMessages } from './document-messages.ts';
import styles from './runs.module.css';

/** A document as the newest patch of a proposal leaves it, in the theme of the site. */
export function Page(): ReactNode {
  const messages = useMessages(documentMessages);
  const { proposal, _splat: path = '' } = useParams({
    from: '/inside/proposals/$proposal/preview/$',
  });
  const query = useQuery({
    queryKey: ['documents', 'proposed-preview', proposal, path],
    queryFn: ({ signal }) => galley.documents.proposedPreview({ proposal, path }, { signal }),
  });
  return (
    <Shown
      title={query.data?.title || messages.pageTitle}
      width="wide"
      back={
        <Link to={'/proposals/$proposal'} params={{ proposal }} className="back-link">
          <ArrowLeft aria-hidden size={14} />
          {messages.toProposal}
        </Link>
      }
      about={
        <p className="breaks">
          {messages.wouldBe} <code>{query.data?.url ?? path}</code>
        </p>
      }
    >
      <QueryBoundary query={query} lines={12}>
        {({ html, url, title, problem }) => (
          <div className="stack">
            {problem && (
              <Notice tone="warn">
                {messages.problem({ line: problem.line, message: problem.message })}
              </Notice>
            )}
            <PageFrame
              className={styles['pageFrame']}
              html={html}
              url={url}
              title={messages.frame({ title })}
            />
          </div>
        )}
      </QueryBoundary>
    </Shown>
  );
}
