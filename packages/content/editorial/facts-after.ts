import type { Decision } from './decision.ts';
import { nobodyAssigned, type Assignment, type EditorialFacts } from './editorial.ts';

export interface DecidedStep {
  readonly decision: Pick<Decision, 'approval'>;
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
  { assignee, reviewer, approval }: EditorialFacts = nobodyAssigned,
  { decision, assignment, author, at, revision }: DecidedStep,
): EditorialFacts {
  const kept = approval?.revision === revision ? approval : null;
  const after = { keep: kept, clear: null, grant: { by: author, at, revision } };
  return { assignee, reviewer, ...assignment, approval: after[decision.approval] };
}
