import { fieldError, reach, type Actor } from '@galley/kernel';
import type { DocumentStatus } from './document-status.ts';
import { editorialProblems } from './problems.ts';
import type { Decision } from './decision.ts';
import { otherApproval, type Approval, type ReviewAction } from './editorial-facts.ts';

export interface Relation {
  readonly isOwner: boolean;
  readonly isAssignee: boolean;
  readonly isLastEditor: boolean;
  /** Only by the rule `contributors` (ADD-IND-1). */
  readonly isContributor: boolean;
  /** Among several contributors who may review, two approve together (ADD-IND-3). */
  readonly isJointApprover: boolean;
}

export interface ReviewQuestion extends Relation {
  readonly actor: Actor;
  readonly action: ReviewAction;
  readonly reviewer: string | null;
  readonly from: DocumentStatus;
  readonly revision: string;
  readonly expectedRevision: string | undefined;
  readonly approvals: readonly Approval[];
  /** Another account counts as this one (ADD-SSO-4). */
  readonly sharesSignIn?: boolean | undefined;
  /** Refuses an approval that needs a second one. */
  readonly hasToComplete?: boolean | undefined;
}

const outcomes: Readonly<Record<ReviewAction, Decision>> = {
  approve: { status: 'in_review', publication: 'keep', approval: 'grant' },
  request_changes: { status: 'draft', publication: 'keep', approval: 'clear' },
};

/**
 * CMS-ST-3, CMS-ST-4, CMS-ST-13, CMS-AUTH-19, GAP-ED-2, GAP-ED-4, ADD-IND-3. Checks the reviewer, then the revision
 * that they have read, then the state.
 */
export function decideReview(question: ReviewQuestion): Decision {
  requireReviewer(question);
  requirePart(question);
  requireAssignedReviewer(question);
  requireRead(question);
  const { from, action, isContributor, actor, approvals } = question;
  if (from !== 'in_review') {
    throw editorialProblems.illegal_transition(
      `The document is ${from}, not in_review. Its author must request a review first.`,
    );
  }
  const decision = outcomes[action];
  if (action !== 'approve' || !isContributor) return decision;
  const other = otherApproval(approvals, actor.username);
  if (other) return { ...decision, restsOn: other };
  if (question.hasToComplete)
    throw notIndependent('a contributor to this revision, and it needs a second approval');
  return { ...decision, approval: 'first' };
}

function requireReviewer({ actor }: ReviewQuestion): void {
  if (reach(actor, 'documents.review') === 'all') return;
  throw editorialProblems.forbidden(
    `Your role (${actor.role}) cannot review; this requires documents.review.`,
  );
}

const barringRelations = {
  isOwner: 'the owner of this document',
  isAssignee: 'the assignee of this document',
  isLastEditor: 'the last editor of this document or of a media file in it',
  isContributor: 'a contributor to this revision',
} as const;

/** Contributors cannot decide together when a reviewer is assigned. */
function requirePart(question: ReviewQuestion): void {
  if (question.isJointApprover && question.reviewer === null) return;
  const bar = Object.keys(barringRelations).find(
    (name) => question[name as keyof typeof barringRelations],
  );
  if (!bar) return;
  const addition = question.sharesSignIn ? ', or have shared a sign-in with that account' : '';
  throw notIndependent(barringRelations[bar as keyof typeof barringRelations], addition);
}

function notIndependent(part: string, addition = ''): Error {
  return editorialProblems.not_independent(
    `You are ${part}${addition}. Another user must review this revision.`,
  );
}

function requireAssignedReviewer({ actor, reviewer }: ReviewQuestion): void {
  if (reviewer === null || reviewer === actor.username) return;
  throw editorialProblems.not_assigned_reviewer(
    `${reviewer} is the assigned reviewer; only ${reviewer} can decide.`,
  );
}

function requireRead({ expectedRevision, revision, action }: ReviewQuestion): void {
  if (expectedRevision === undefined || expectedRevision === '')
    throw editorialProblems.invalid_request.at([
      fieldError('expected_revision', 'required_with', { other: action }),
    ]);
  if (expectedRevision === revision) return;
  throw editorialProblems.stale_revision(
    'The document has changed since you read it. Nothing was decided; read the new version.',
    { current_revision: revision },
  );
}
