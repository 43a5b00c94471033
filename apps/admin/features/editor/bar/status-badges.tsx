import type { ReactNode } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { Badge } from '../../../ui/index.ts';
import { DocumentStatusBadge } from '../../documents/document-status-badge.tsx';
import { isHalfApproved } from '../../review/decision.ts';
import { useEditingState } from '../use-editing.ts';
import { actionMessages } from './action-messages.ts';

export function StatusBadges(): ReactNode {
  const messages = useMessages(actionMessages);
  const detail = useEditingState((state) => state.detail);
  const isOlder = detail.is_public && detail.published_revision !== detail.revision;
  return (
    <>
      <DocumentStatusBadge document={detail} />
      {isHalfApproved(detail) && <Badge tone="warn">{messages.oneMoreNeeded}</Badge>}
      {isOlder && <Badge tone="info">{messages.publicOlder}</Badge>}
    </>
  );
}
