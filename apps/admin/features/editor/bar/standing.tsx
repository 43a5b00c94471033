import type { ReactNode } from 'react';
import { useWords } from '../../../lib/words.ts';
import { Badge, StatusBadge } from '../../../ui/index.ts';
import { isHalfApproved } from '../../review/decision.ts';
import { useEditingState } from '../use-editing.ts';
import { actionWords } from './action-words.ts';

export function Standing(): ReactNode {
  const words = useWords(actionWords);
  const status = useEditingState(({ detail }) => detail.status);
  const isOlder = useEditingState(
    ({ detail }) => detail.is_public && detail.published_revision !== detail.revision,
  );
  const isHalf = useEditingState(({ detail }) => isHalfApproved(detail));
  return (
    <>
      <StatusBadge status={status} />
      {isHalf && <Badge tone="warn">{words.oneMoreNeeded}</Badge>}
      {isOlder && <Badge tone="info">{words.publicOlder}</Badge>}
    </>
  );
}
