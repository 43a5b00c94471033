import type { DocumentStatus } from './document-status.ts';
import type { Decision } from './decision.ts';

export interface AssignmentQuestion {
  readonly from: DocumentStatus;
  readonly requireApproval: boolean;
}

/** Clears the approval. Where one is required, published documents become drafts and stay public (CMS-ST-10). */
export function decideAssignment({ from, requireApproval }: AssignmentQuestion): Decision {
  if (requireApproval && (from === 'published' || from === 'scheduled'))
    return { status: 'draft', publication: 'keep', approval: 'clear' };
  const publication = from === 'published' ? 'renew' : 'keep';
  return { status: from, publication, approval: 'clear' };
}
