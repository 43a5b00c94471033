import type { ProposalDetail, ProposedDocument } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Panel, type Tone } from '../../ui/index.ts';
import { documentMessages } from './document-messages.ts';
import { openStatuses } from './queries.ts';
import styles from './runs.module.css';

const tones: Readonly<Record<ProposedDocument['change'], Tone>> = {
  add: 'good',
  change: 'plain',
  rename: 'plain',
  delete: 'bad',
};

/** Documents of the newest patch, each with a preview of its page; deleted ones have none. */
export function ProposalDocuments({ proposal }: { readonly proposal: ProposalDetail }): ReactNode {
  const messages = useMessages(documentMessages);
  const { id, patch } = proposal;
  const { data: documents = [] } = useQuery({
    queryKey: ['documents', 'proposed', id, patch?.sha256],
    queryFn: ({ signal }) => galley.documents.proposed({ proposal: id }, { signal }),
    enabled: patch !== null,
  });
  const reviewed = useReviewed(openStatuses.includes(proposal.status) && documents.length > 0);
  if (documents.length === 0) return null;
  return (
    <Panel title={messages.title} about={messages.about} isFlush>
      <ul className={styles['rows']}>
        {documents.map((document) => (
          <DocumentRow
            key={document.path}
            document={document}
            proposal={id}
            isInReview={reviewed.has(document.path)}
          />
        ))}
      </ul>
    </Panel>
  );
}

function DocumentRow(props: {
  readonly document: ProposedDocument;
  readonly proposal: string;
  readonly isInReview: boolean;
}): ReactNode {
  const { document, proposal, isInReview } = props;
  const { path, former_path: former, change, title } = document;
  const messages = useMessages(documentMessages);
  return (
    <li className={styles['row']}>
      <div className="grow">
        <p className="row">
          <span className={`${styles['rowTitle'] ?? ''} breaks`}>{title || path}</span>
          <Badge tone={tones[change]}>{messages[change]}</Badge>
        </p>
        <p className="soft small breaks">{path}</p>
        {former !== null && (
          <p className="soft small breaks">{messages.formerly({ path: former })}</p>
        )}
        {change === 'delete' ? (
          <p className="soft small">{messages.deletedAbout}</p>
        ) : (
          <p className="row small">
            <Link
              to={'/proposals/$proposal/preview/$'}
              params={{ proposal, _splat: path }}
              target="_blank"
              className="row"
              aria-label={messages.previewOf({ title: title || path })}
            >
              {messages.preview}
              <ExternalLink aria-hidden size={14} />
            </Link>
            {isInReview && (
              <Link to={'/review/$'} params={{ _splat: path }}>
                {messages.review}
              </Link>
            )}
          </p>
        )}
      </div>
    </li>
  );
}

/** Paths of documents in review: a patch to a document becomes a draft in review. */
function useReviewed(isAsked: boolean): ReadonlySet<string> {
  const session = useSession();
  const { data } = useQuery({
    queryKey: ['documents', 'in-review-of-agents'],
    queryFn: ({ signal }) => galley.documents.list({ status: 'in_review', limit: 200 }, { signal }),
    enabled: isAsked && hasCapability(session, 'documents.read', true),
  });
  return new Set((data?.items ?? []).map(({ path }) => path));
}
