import type { DocumentDetail } from '@galley/sdk';
import type { ReactNode } from 'react';
import { missingFields } from '../../fields/index.ts';
import { listNames } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, BackLink, FocusedTitle, Notice } from '../../ui/index.ts';
import { DocumentStatusBadge } from '../documents/document-status-badge.tsx';
import { useDefinitions } from '../editor/fields/definitions.ts';
import { isHalfApproved } from './decision.ts';
import styles from './review.module.css';
import { reviewMessages } from './messages.ts';

export function ReviewHead(props: {
  readonly detail: DocumentDetail;
  readonly children: ReactNode;
}): ReactNode {
  const { title, path, problem } = props.detail;
  const messages = useMessages(reviewMessages);
  return (
    <>
      <header className={styles['head']}>
        <div className="grow">
          <BackLink to="/review">{messages.backToInbox}</BackLink>
          <FocusedTitle>{title || path}</FocusedTitle>
          <div className={`row soft small ${styles['about']}`}>
            <DocumentStatusBadge document={props.detail} />
            {isHalfApproved(props.detail) && <Badge tone="warn">{messages.oneMoreNeeded}</Badge>}
            <span className="breaks">{path}</span>
          </div>
        </div>
        {props.children}
      </header>
      <MissingFieldsNotice detail={props.detail} />
      {problem && (
        <Notice tone="bad" title={messages.brokenFile({ line: problem.line })}>
          {problem.message}
        </Notice>
      )}
    </>
  );
}

function MissingFieldsNotice({ detail }: { readonly detail: DocumentDetail }): ReactNode {
  const messages = useMessages(reviewMessages);
  const defined = useDefinitions(detail.type);
  const missing = missingFields(defined ?? [], detail.fields);
  if (detail.status !== 'in_review' || missing.length === 0) return null;
  const names = listNames(missing.map(({ label }) => label));
  return (
    <Notice tone="warn" title={messages.missingFields({ names })}>
      {messages.missingFieldsText}
    </Notice>
  );
}
