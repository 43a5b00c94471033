import type { DocumentStatus } from './document-status.ts';
import type { Decision } from './decision.ts';

/** What asking for another state takes, and what it does. */
export interface Move extends Omit<Decision, 'status'> {
  /**
   * Whoever works on the document (owner, assignee, who may write it), or whoever may publish.
   */
  readonly by: 'contributor' | 'publisher';
  /** Where the site requires approval, only with a current one. */
  readonly needsApproval?: true;
}

const publish: Move = {
  by: 'publisher',
  needsApproval: true,
  publication: 'publish',
  approval: 'keep',
};
/** When that is, `decideSchedule` sees to; what is public until then stays. */
const schedule: Move = {
  by: 'publisher',
  needsApproval: true,
  publication: 'keep',
  approval: 'keep',
};
const archive: Move = { by: 'publisher', publication: 'withdraw', approval: 'clear' };
const unarchive: Move = { by: 'publisher', publication: 'keep', approval: 'clear' };
const unpublish: Move = { by: 'publisher', publication: 'withdraw', approval: 'clear' };
/** Asking for a review, and taking something back to work on it. What is public beside it stays. */
const hand: Move = { by: 'contributor', publication: 'keep', approval: 'clear' };

/**
 * From which state to which people may bring a document by asking for it (content-platform, States and transitions;
 * GAP-ED-3, GAP-DOC-8); what is not here is no way. So an approval is there only in review, scheduled and published.
 */
export const moves: Readonly<
  Record<DocumentStatus, Readonly<Partial<Record<DocumentStatus, Move>>>>
> = {
  draft: { in_review: hand, scheduled: schedule, published: publish, archived: archive },
  in_review: { draft: hand, scheduled: schedule, published: publish, archived: archive },
  scheduled: { draft: hand, published: publish, archived: archive },
  published: { draft: unpublish, archived: archive },
  archived: { draft: unarchive, in_review: unarchive, scheduled: schedule, published: publish },
};

/**
 * The state that new text alone leads to (CMS-ST-8): what was approved, scheduled or published is a draft again, and
 * what is being reviewed goes on being reviewed, with the new text (GAP-DOC-8).
 */
export function stateAfterEdit(from: DocumentStatus, isApproved: boolean): DocumentStatus {
  if (from === 'in_review') return isApproved ? 'draft' : 'in_review';
  return from === 'archived' ? 'archived' : 'draft';
}
