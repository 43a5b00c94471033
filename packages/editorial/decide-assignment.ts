import type { DocumentStatus } from './document-status.ts';
import type { Decision } from './decision.ts';

export interface AssignmentQuestion {
  readonly from: DocumentStatus;
  readonly requireApproval: boolean;
}

/**
 * State after a change of owner, assignee or reviewer (CMS-ST-10). The approval is cleared. Where approval is required,
 * published and scheduled documents become drafts and the public revision stays. Elsewhere the state stays, and a
 * published file stays public.
 */
export function decideAssignment({ from, requireApproval }: AssignmentQuestion): Decision {
  if (requireApproval && (from === 'published' || from === 'scheduled'))
    return { status: 'draft', publication: 'keep', approval: 'clear' };
  const publication = from === 'published' ? 'renew' : 'keep';
  return { status: from, publication, approval: 'clear' };
}
