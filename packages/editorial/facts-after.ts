import type { Decision } from './decision.ts';
import {
  noAssignment,
  type Approval,
  type Assignment,
  type EditorialFacts,
} from './editorial-facts.ts';

export interface DecidedStep {
  readonly decision: Pick<Decision, 'approval' | 'restsOn'>;
  /** Absent to keep the assignment. */
  readonly assignment?: Assignment | undefined;
  /** Author of the step, who gives the approval. */
  readonly author: string;
  readonly at: Date;
  readonly revision: string;
}

/** Always clears an approval of another revision than the resulting one. */
export function factsAfter(
  { assignee, reviewer, approval, firstApproval }: EditorialFacts = noAssignment,
  { decision, assignment, author, at, revision }: DecidedStep,
): EditorialFacts {
  const ofThis = (one: Approval | null | undefined) => (one?.revision === revision ? one : null);
  const given = { by: author, at, revision };
  const firstOfThis = ofThis(decision.restsOn ?? firstApproval) ?? undefined;
  const kept = { approval: ofThis(approval), firstApproval: firstOfThis };
  const after = {
    keep: kept,
    clear: { approval: null, firstApproval: undefined },
    first: { ...kept, firstApproval: given },
    grant: { approval: given, firstApproval: firstOfThis },
  };
  return { assignee, reviewer, ...assignment, ...after[decision.approval] };
}
