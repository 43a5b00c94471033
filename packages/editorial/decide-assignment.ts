import type { DocumentStatus } from './document-status.ts';
import type { Decision } from './decision.ts';

export interface AssignmentQuestion {
  readonly from: DocumentStatus;
  readonly requireApproval: boolean;
}

/**
 * An assignment clears the approval; where one is required, published and scheduled documents become drafts while the
 * public revision stays (CMS-ST-10).
 */
export function decideAssignment({ from, requireApproval }: AssignmentQuestion): Decision {
  if (requireApproval && (from === 'published' || from === 'scheduled'))
    return { status: 'draft', publication: 'keep', approval: 'clear' };
  const publication = from === 'published' ? 'renew' : 'keep';
  return { status: from, publication, approval: 'clear' };
}
