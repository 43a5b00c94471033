import type { AuthSession, DocumentDetail, DocumentHistoryEntry } from '@galley/sdk';
import { hasCapability } from '../../app/session.ts';

/** In the order of the server's checks. */
export type DecisionBar =
  'role' | 'owner' | 'assignee' | 'lastEditor' | 'contributor' | 'otherReviewer' | 'notInReview';

/** `undefined` if the user can decide. The server decides: it knows more of the history. */
export function decisionBar(
  session: AuthSession,
  detail: DocumentDetail,
  history: readonly DocumentHistoryEntry[],
): DecisionBar | undefined {
  const { editorial, status } = detail;
  const me = session.username;
  if (!hasCapability(session, 'documents.review')) return 'role';
  const isJoint = editorial.reviewer === null && editorial.joint_approvers.includes(me);
  const part = isJoint ? undefined : partIn(me, detail, history);
  if (part !== undefined) return part;
  if (editorial.reviewer !== null && editorial.reviewer !== me) return 'otherReviewer';
  return status === 'in_review' ? undefined : 'notInReview';
}

function partIn(
  me: string,
  { author, last_editor: named, editorial }: DocumentDetail,
  history: readonly DocumentHistoryEntry[],
): DecisionBar | undefined {
  const isLiteral = editorial.independence === 'last_editor';
  if (author === me) return 'owner';
  if (editorial.assignee === me) return 'assignee';
  if (named === me || (isLiteral && lastEditor(history) === me)) return 'lastEditor';
  return !isLiteral && editorial.contributors.includes(me) ? 'contributor' : undefined;
}

/** Whether the first of two contributors has approved the current revision (ADD-IND-3). */
export function isHalfApproved({ editorial }: Pick<DocumentDetail, 'editorial'>): boolean {
  return editorial.approvals.length > 0 && editorial.approvals_needed > 0;
}

/** Skips ownership changes, which create a revision without an edit, and disk edits, which have no author. */
function lastEditor(newestFirst: readonly DocumentHistoryEntry[]): string | undefined {
  return newestFirst.find(
    ({ kind, revision }, place) =>
      kind !== 'external' && kind !== 'editorial' && revision !== newestFirst[place + 1]?.revision,
  )?.author;
}

export type PublishBar = 'role' | 'needsApproval' | 'published' | 'scheduled';

export function publishBar(
  session: AuthSession,
  { status, revision, editorial }: DocumentDetail,
  wanted: 'published' | 'scheduled',
): PublishBar | undefined {
  if (status === 'published') return 'published';
  if (status === 'scheduled' && wanted === 'scheduled') return 'scheduled';
  if (!hasCapability(session, 'documents.publish', true)) return 'role';
  const isApproved = editorial.approved_revision === revision;
  return editorial.require_approval && !isApproved ? 'needsApproval' : undefined;
}
