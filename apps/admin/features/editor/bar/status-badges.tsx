import type { ReactNode } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { Badge, StatusBadge } from '../../../ui/index.ts';
import { isHalfApproved } from '../../review/decision.ts';
import { useEditingState } from '../use-editing.ts';
import { actionMessages } from './action-messages.ts';

export function StatusBadges(): ReactNode {
  const messages = useMessages(actionMessages);
  const status = useEditingState(({ detail }) => detail.status);
  const isOlder = useEditingState(
    ({ detail }) => detail.is_public && detail.published_revision !== detail.revision,
  );
  const isHalf = useEditingState(({ detail }) => isHalfApproved(detail));
  return (
    <>
      <StatusBadge status={status} />
      {isHalf && <Badge tone="warn">{messages.oneMoreNeeded}</Badge>}
      {isOlder && <Badge tone="info">{messages.publicOlder}</Badge>}
    </>
  );
}
