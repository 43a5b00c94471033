import type { DocumentSummary } from '@galley/sdk';
import type { ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { isApproved } from '../../lib/document-status.ts';
import { defineMessages, useMessages } from '../../lib/messages.ts';
import { Badge, StatusBadge } from '../../ui/index.ts';

const approvalMessages = defineMessages('approval', {
  approved: 'Approved',
  readyToPublish: 'Ready to publish',
});

interface BadgeProps {
  readonly document: Pick<DocumentSummary, 'status' | 'approved_by'>;
}

/** Approval is a flag and not a state, so an approved document is still `in_review`. */
export function DocumentStatusBadge({ document }: BadgeProps): ReactNode {
  if (isApproved(document)) return <ApprovalBadge document={document} />;
  return <StatusBadge status={document.status} />;
}

/** Beside other marks of documents in review; empty without an approval. */
export function ApprovalBadge({ document }: BadgeProps): ReactNode {
  const messages = useMessages(approvalMessages);
  const mayPublish = hasCapability(useSession(), 'documents.publish');
  if (!isApproved(document)) return null;
  return <Badge tone="good">{mayPublish ? messages.readyToPublish : messages.approved}</Badge>;
}
