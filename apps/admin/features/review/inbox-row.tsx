import type { DocumentSummary } from '@galley/sdk';
import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { personName } from '../../lib/person-name.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Time } from '../../ui/index.ts';
import styles from './review.module.css';
import { reviewMessages } from './messages.ts';

export function InboxRow({ document }: { readonly document: DocumentSummary }): ReactNode {
  const { path, title, updated_at: at, review_request: request } = document;
  return (
    <li>
      <Link to={'/review/$'} params={{ _splat: path }} className={styles['row']} data-row>
        <FileText aria-hidden size={16} className={styles['rowIcon']} />
        <span className="grow">
          <span className={styles['rowTitle']}>{title || path}</span>
          <span className="soft small block breaks">{useAbout(document) || path}</span>
          {request?.note && <span className={styles['rowNote']}>{request.note}</span>}
        </span>
        <Marks document={document} />
        <span className={styles['rowTime']}>
          <Time at={request?.at ?? at} />
        </span>
      </Link>
    </li>
  );
}

function useAbout({ author, assignee, review_request: request, names }: DocumentSummary): string {
  const messages = useMessages(reviewMessages);
  const called = (username: string) => personName(names, username);
  const asker = request && request.actor !== author && request.actor;
  return [
    author && called(author),
    assignee && assignee !== author && messages.assignedTo({ name: called(assignee) }),
    asker && messages.requestedBy({ name: called(asker) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

function Marks({ document }: { readonly document: DocumentSummary }): ReactNode {
  const { reviewer, approved_by: approver, names } = document;
  const messages = useMessages(reviewMessages);
  return (
    <>
      {reviewer && (
        <Badge tone="violet">{messages.reviewerIs({ name: personName(names, reviewer) })}</Badge>
      )}
      {approver && (
        <Badge tone="good">{messages.approvedBy({ name: personName(names, approver) })}</Badge>
      )}
    </>
  );
}
