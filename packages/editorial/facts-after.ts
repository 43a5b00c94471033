import type { Decision } from './decision.ts';
import {
  nobodyAssigned,
  type Approval,
  type Assignment,
  type EditorialFacts,
} from './editorial-facts.ts';

export interface DecidedStep {
  readonly decision: Pick<Decision, 'approval' | 'restsOn'>;
  /** Absent keeps who was assigned. */
  readonly assignment?: Assignment | undefined;
  /** Who takes the step, and so gives the approval. */
  readonly author: string;
  readonly at: Date;
  /** What the step leads to. */
  readonly revision: string;
}

/**
 * Who is assigned after a step, and what is approved. Whatever was decided, an approval of another revision than the
 * one that the step leads to does not survive it.
 */
export function factsAfter(
  { assignee, reviewer, approval, firstApproval }: EditorialFacts = nobodyAssigned,
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
