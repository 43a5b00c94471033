import type { DocumentStatus } from './document-status.ts';
import type { Decision } from './decision.ts';

export interface Move extends Omit<Decision, 'status'> {
  /** `contributor`: owner, assignee, writers. */
  readonly by: 'contributor' | 'publisher';
  /** Requires a valid approval where the site demands one. */
  readonly needsApproval?: true;
}

const publish: Move = {
  by: 'publisher',
  needsApproval: true,
  publication: 'publish',
  approval: 'keep',
};
/** `decideSchedule` determines the time; the public revision stays until then. */
const schedule: Move = {
  by: 'publisher',
  needsApproval: true,
  publication: 'keep',
  approval: 'keep',
};
const archive: Move = { by: 'publisher', publication: 'withdraw', approval: 'clear' };
const unarchive: Move = { by: 'publisher', publication: 'keep', approval: 'clear' };
const unpublish: Move = { by: 'publisher', publication: 'withdraw', approval: 'clear' };
/** Requesting a review, or taking a document back to work on it. The public revision stays. */
const hand: Move = { by: 'contributor', publication: 'keep', approval: 'clear' };

/**
 * Other changes are refused: an approval exists only in review, scheduled and published (content-platform, States and
 * transitions; GAP-ED-3, GAP-DOC-8).
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

/** CMS-ST-8; documents under review stay in review with the new text (GAP-DOC-8). */
export function stateAfterEdit(from: DocumentStatus, isApproved: boolean): DocumentStatus {
  if (from === 'in_review') return isApproved ? 'draft' : 'in_review';
  return from === 'archived' ? 'archived' : 'draft';
}
