import type { DocumentDetail } from '@galley/sdk';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Badge, BackLink, FocusedTitle, Notice, StatusBadge } from '../../ui/index.ts';
import { isHalfApproved } from './decision.ts';
import styles from './review.module.css';
import { reviewMessages } from './messages.ts';

export function ReviewHead(props: {
  readonly detail: DocumentDetail;
  readonly children: ReactNode;
}): ReactNode {
  const { title, path, status, problem } = props.detail;
  const messages = useMessages(reviewMessages);
  return (
    <>
      <header className={styles['head']}>
        <div className="grow">
          <BackLink to="/review">{messages.backToInbox}</BackLink>
          <FocusedTitle>{title || path}</FocusedTitle>
          <div className={`row soft small ${styles['about']}`}>
            <StatusBadge status={status} />
            {isHalfApproved(props.detail) && <Badge tone="warn">{messages.oneMoreNeeded}</Badge>}
            <span className="breaks">{path}</span>
          </div>
        </div>
        {props.children}
      </header>
      {problem && (
        <Notice tone="bad" title={messages.brokenFile(problem.line)}>
          {problem.message}
        </Notice>
      )}
    </>
  );
}
