import type { DocumentStatus } from './document-status.ts';
import type { Decision } from './decision.ts';

export interface AssignmentQuestion {
  readonly from: DocumentStatus;
  readonly requireApproval: boolean;
}

/**
 * The state that another owner, assignee or reviewer leads to (CMS-ST-10). The approval goes. Where approval is
 * required, what was published or scheduled is a draft again, and what is public stays. Elsewhere the state stays, and
 * a published file stays what is public.
 */
export function decideAssignment({ from, requireApproval }: AssignmentQuestion): Decision {
  if (requireApproval && (from === 'published' || from === 'scheduled'))
    return { status: 'draft', publication: 'keep', approval: 'clear' };
  const publication = from === 'published' ? 'renew' : 'keep';
  return { status: from, publication, approval: 'clear' };
}
